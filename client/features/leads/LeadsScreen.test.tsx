import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { buildExport } from '#client/testing/buildExport.ts';
import { buildLead, manyOf, pageOf } from '#client/testing/leadRows.ts';
import { buildUser, isConnected, renderApp, untilConnected } from '#client/testing/renderApp.tsx';
import { setOnline } from '#client/testing/setOnline.ts';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { exportGoogleSheet, getExport } from '#shared/contracts/exports.ts';
import { listLeads } from '#shared/contracts/leads.ts';
import type { Lead } from '#shared/contracts/leads.ts';
import { searchDebounceMs } from '#shared/limits.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';

setUpFakeServer();
afterEach(() => {
  vi.restoreAllMocks();
});

const connected = buildUser({ facebook: true, tiktok: true, google: true });
const emptyList = () => pageOf<Lead>([], 1, 50);

const serve = (platform: LeadPlatformId, leads: Lead[]): void =>
  fakeServer().on(listLeads[platform], ({ query }) => pageOf(leads, Number(query['page']), Number(query['limit'])));

const open = async (path = '/leads') => {
  const rendered = await renderApp({ path, user: connected });
  await screen.findByRole('heading', { name: 'Leads', level: 1 });
  return rendered;
};
const queries = (platform: LeadPlatformId = 'facebook') =>
  fakeServer()
    .calls(listLeads[platform])
    .map(({ query }) => query);
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
const exportButton = () => screen.getByRole('button', { name: 'Export Google Sheet' });

test('shows tabs, search box, columns and the first page of 50 [S2.LEAD.1] [S2.LEAD.2] [S2.LEAD.3] [S2.LEAD.4] [S2.LEAD.5] [S2.LEAD.8] [S7.LM.4] [S9.C.13] [S2.ROUTE.16]', async () => {
  serve('facebook', manyOf(60, buildLead));
  await open();
  await screen.findByText('Ada Example 50');
  expect(screen.getAllByRole('row')).toHaveLength(51);
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Facebook Leads',
    'TikTok Leads',
    'All leads',
  ]);
  expect(screen.getByPlaceholderText('Search by name or description...')).toBeVisible();
  expect(headers()).toEqual(['Name', 'Email', 'Phone', 'Lead Id', 'created_time', 'Updated At']);
  expect(exportButton()).toBeEnabled();
  expect(queries()).toEqual([{ page: '1', search: '', limit: '50' }]);
  const [, first] = screen.getAllByRole('row');
  const cells = [...(first as HTMLTableRowElement).cells];
  expect(cells.slice(0, 4).map((cell) => cell.textContent)).toEqual([
    'Ada Example 1',
    'ada.1@example.test',
    '+4915100000001',
    '5000000000000001',
  ]);
  expect(cells[4]).toHaveTextContent(/Nov 12, 2026/);
});

test('a search without a network dims the old rows, and continues once online', async () => {
  serve('facebook', manyOf(2, buildLead));
  const { actor } = await open();
  await screen.findByText('Ada Example 2');
  setOnline(false);
  serve('facebook', [buildLead(7)]);
  await actor.type(screen.getByRole('searchbox'), 'seven{Enter}');
  expect(await screen.findByText(/^You’re offline\. What you see may be out of date/)).toBeVisible();
  expect(screen.getByRole('grid')).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByText('Ada Example 2')).toBeVisible();
  setOnline(true);
  expect(await screen.findByText('Ada Example 7')).toBeVisible();
  expect(screen.queryByText(/^You’re offline/)).toBeNull();
});

test('a list opened offline says so, and loads once online', async () => {
  serve('facebook', []);
  serve('tiktok', manyOf(2, buildLead));
  const { actor } = await open();
  setOnline(false);
  await actor.click(screen.getByRole('tab', { name: 'TikTok Leads' }));
  expect(await screen.findByText('The list loads as soon as you are online again.')).toBeVisible();
  setOnline(true);
  expect(await screen.findByText('Ada Example 2')).toBeVisible();
});

test('shortens page numbers with ellipses, requests pages by number, and keeps the page in the address [S2.LEAD.6] [S9.C.19]', async () => {
  serve('facebook', manyOf(500, buildLead));
  const { actor } = await open('/leads?page=5');
  const pages = await screen.findByRole('navigation', { name: 'Pagination' });
  expect(pages).toHaveTextContent(/1…34567…10/);
  expect(within(pages).getByText('201–250 of 500')).toBeVisible();
  await actor.click(within(pages).getByRole('button', { name: 'Page 6' }));
  await waitFor(() => expect(queries().at(-1)?.['page']).toBe('6'));
  expect(window.location.search).toBe('?page=6');
  expect(await within(pages).findByRole('button', { name: 'Page 6', current: 'page' })).toBeVisible();
  await waitFor(() => expect(within(pages).getByRole('button', { name: 'Next' })).toBeEnabled());
  await actor.keyboard('{ArrowLeft}');
  await waitFor(() => expect(window.location.search).toBe('?page=5'));
});

test('searches from page 1 one second after the last key [S2.LEAD.9] [S9.C.18]', async () => {
  serve('facebook', manyOf(60, buildLead));
  const { actor } = await open('/leads?page=2');
  await screen.findByText('Ada Example 51');
  await actor.keyboard('/');
  const typedAt = performance.now();
  await actor.keyboard('ada.7');
  expect(screen.getByRole('searchbox')).toHaveValue('ada.7');
  expect(queries()).toHaveLength(1);
  await waitFor(() => expect(queries()).toHaveLength(2));
  expect(performance.now() - typedAt).toBeGreaterThanOrEqual(searchDebounceMs);
  expect(queries()[1]).toEqual({ page: '1', search: 'ada.7', limit: '50' });
  expect(window.location.search).toBe('?search=ada.7');
});

test('a search without a match shows a message and offers to clear the search [S2.LEAD.7] [S5.EXP.1]', async () => {
  fakeServer().on(listLeads.facebook, ({ query }) =>
    query['search'] === '' ? pageOf(manyOf(3, buildLead), 1, 50) : emptyList(),
  );
  const { actor } = await open('/leads?search=nobody');
  expect(await screen.findByText('No data available')).toBeVisible();
  expect(screen.getByText('No leads match “nobody”.')).toBeVisible();
  expect(exportButton()).toBeDisabled();
  await actor.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(await screen.findByText('Ada Example 3')).toBeVisible();
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

test('a missing page links to the first page', async () => {
  serve('facebook', manyOf(60, buildLead));
  const { actor } = await open('/leads?page=9');
  expect(await screen.findByText('There is no page 9 any more.')).toBeVisible();
  await actor.click(screen.getByRole('button', { name: 'Back to the first page' }));
  expect(await screen.findByText('1–50 of 60')).toBeVisible();
  expect(window.location.search).toBe('');
});

test('marks the estimated total of a search as an estimate', async () => {
  fakeServer().on(listLeads.facebook, () => ({
    ...pageOf(manyOf(60, buildLead), 1, 50),
    isTotalEstimated: true as const,
  }));
  await open('/leads?search=ada');
  expect(await screen.findByText('1–50 of about 60')).toBeVisible();
});

test('each tab loads its own list, and arrow keys change tabs [S7.LT.4] [S1.LEADS.2]', async () => {
  serve('facebook', manyOf(60, buildLead));
  serve('tiktok', [buildLead(7, { leadId: '7500000000000000601' })]);
  const { actor } = await open();
  await actor.click(screen.getByRole('tab', { name: 'TikTok Leads' }));
  expect(await screen.findByTitle('7500000000000000601')).toHaveTextContent('7500000000000000601');
  expect(queries('tiktok')).toEqual([{ page: '1', search: '', limit: '50' }]);
  expect(screen.getByRole('tab', { name: 'TikTok Leads', selected: true })).toHaveFocus();
  await actor.keyboard('{ArrowLeft}');
  expect(await screen.findByText('Ada Example 50')).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Facebook Leads', selected: true })).toHaveFocus();
});

test('a list that fails to load is empty, shows no toast and can be retried', async () => {
  expectConsoleError(/GET \/leads\/meta: status 500/);
  fakeServer().on(listLeads.facebook, () => ({ status: 500, body: { message: 'broken' } }));
  const { actor } = await open();
  expect(await screen.findByText('No data available')).toBeVisible();
  expect(screen.queryByText('broken')).toBeNull();
  serve('facebook', [buildLead(1)]);
  await actor.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Ada Example 1')).toBeVisible();
});

test('back and forward return to visited pages and tabs', async () => {
  fakeServer().on(listLeads.facebook, ({ query }) => {
    const page = Number(query['page']);
    return { ...pageOf(manyOf(120, buildLead), page, 50), data: [buildLead(page)] };
  });
  const nameless = { 'full name': '', email: '', phone_number: '' };
  serve('tiktok', [buildLead(9, { field_data: nameless })]);
  const { actor } = await open();
  await screen.findByText('Ada Example 1');
  await actor.click(screen.getByRole('button', { name: 'Page 2' }));
  await screen.findByText('Ada Example 2');
  await actor.click(screen.getByRole('tab', { name: 'TikTok Leads' }));
  expect(await screen.findAllByRole('img', { name: 'no value' })).toHaveLength(3);
  window.history.back();
  expect(await screen.findByText('Ada Example 2')).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Facebook Leads', selected: true })).toBeVisible();
  window.history.back();
  expect(await screen.findByText('Ada Example 1')).toBeVisible();
  window.history.forward();
  expect(await screen.findByText('Ada Example 2')).toBeVisible();
});

test('keeps the rows, with a warning, when a reload fails', async () => {
  expectConsoleError(/GET \/leads\/meta: status 502/);
  serve('facebook', [buildLead(1)]);
  await open();
  await screen.findByText('Ada Example 1');
  await untilConnected();
  fakeServer().on(listLeads.facebook, () => ({ status: 502 }));
  fakeServer().emit('leads_changed', { list: 'facebook' });
  expect(await screen.findByText(/could not be read again/)).toBeVisible();
  expect(screen.getByText('Ada Example 1')).toBeVisible();
  expect(screen.getByRole('link', { name: '+4915100000001' })).toHaveAttribute('href', 'tel:+4915100000001');
  expect(exportButton()).toBeEnabled();
});

test('shows leads that arrived during a disconnect after the reconnect', async () => {
  serve('facebook', [buildLead(1)]);
  await open();
  await screen.findByText('Ada Example 1');
  await untilConnected();
  for (const socket of fakeServer().sockets()) socket.conn.close();
  await waitFor(() => expect(isConnected()).toBe(false));
  serve('facebook', [buildLead(2)]);
  expect(await screen.findByText('Ada Example 2')).toBeVisible();
});

test('a server hint about new leads reloads the open list', async () => {
  serve('facebook', [buildLead(1)]);
  await open();
  await screen.findByText('Ada Example 1');
  await untilConnected();
  serve('facebook', [buildLead(2), buildLead(1)]);
  fakeServer().emit('leads_changed', { list: 'facebook' });
  expect(await screen.findByText('Ada Example 2')).toBeVisible();
});

test('the export posts the rows of the page, and the response has the sheet address [S7.EXP.5]', async () => {
  const rows = manyOf(2, buildLead);
  serve('facebook', rows);
  fakeServer().on(exportGoogleSheet, () => ({
    message: 'Google Sheet created with 2 rows',
    url: 'https://docs.example.test/1',
    data: buildExport(),
  }));
  const { actor } = await open();
  await screen.findByText('Ada Example 2');
  await actor.click(exportButton());
  expect(await screen.findByText('Google Sheet created with 2 rows')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Open Sheet' })).toBeVisible();
  expect(fakeServer().calls(exportGoogleSheet)[0]?.body).toEqual({ data: rows });
  expect(exportButton()).toBeEnabled();
});

test('a long export is polled until it ends while the live connection is down', async () => {
  fakeServer().admit(new Error('away'));
  serve('facebook', [buildLead(1)]);
  fakeServer().on(exportGoogleSheet, () => ({
    message: 'Your Google Sheet is being written.',
    data: buildExport({ state: 'running' }),
  }));
  fakeServer().on(getExport, () => ({ data: buildExport({ state: 'failed' }) }));
  const { actor } = await open();
  await screen.findByText('Ada Example 1');
  await actor.click(exportButton());
  expect(await screen.findByText('Export failed: Google does not answer')).toBeVisible();
  await waitFor(() => expect(exportButton()).toBeEnabled());
});

test('without a connection the list links to the connect screen; without Google the export opens the Google consent [S5.EXP.3] [S5.EXP.4]', async () => {
  fakeServer().on(listLeads.tiktok, emptyList);
  serve('facebook', [buildLead(1)]);
  const popup = { closed: true, focus: vi.fn<() => void>() };
  const openWindow = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as ReturnType<typeof window.open>);
  const { actor } = await renderApp({ path: '/leads', user: buildUser({ facebook: true }) });
  await screen.findByText('Ada Example 1');
  await actor.click(exportButton());
  expect(String(openWindow.mock.calls[0]?.[0])).toContain('/auth/google?userId=user-1');
  expect(fakeServer().calls(exportGoogleSheet)).toEqual([]);
  await actor.click(screen.getByRole('tab', { name: 'TikTok Leads' }));
  expect(await screen.findByRole('link', { name: 'Connect TikTok' })).toHaveAttribute('href', '/tiktok');
});
