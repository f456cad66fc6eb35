import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { buildExport } from '#client/testing/buildExport.ts';
import { buildCustomLead, buildValues } from '#client/testing/customLeadRows.ts';
import { manyOf, nestedPageOf } from '#client/testing/leadRows.ts';
import {
  titles,
  serveCustomLeads,
  openCustomLeads,
  listed,
  button,
  picker,
  table,
  rowsIn,
  headersIn,
  column,
} from '#client/testing/openCustomLeads.ts';
import { untilConnected } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { listCustomLeads } from '#shared/contracts/customLeads.ts';
import type { CustomLead } from '#shared/contracts/customLeads.ts';
import { exportGoogleSheet } from '#shared/contracts/exports.ts';
import { searchDebounceMs } from '#shared/limits.ts';
import { useColumnsStore } from '#client/stores/columnsStore.ts';

setUpFakeServer();
afterEach(() => {
  useColumnsStore.setState(useColumnsStore.getInitialState());
});

test('shows title, search box, both imports, and the first five leads in 23 columns [S2.CUST.1] [S2.CUST.2] [S2.CUST.4] [S2.CUST.5] [S2.CUST.7] [S2.CUST.9] [S2.CUST.10] [S2.CUST.11] [S2.CUST.12] [S9.C.14]', async () => {
  serveCustomLeads(manyOf(7, (number) => buildCustomLead(number)));
  await openCustomLeads();
  expect(await screen.findByText('Ada Example 5')).toBeVisible();
  expect(rowsIn(table())).toHaveLength(5);
  expect(headersIn(table())).toEqual(titles);
  expect(listed()).toEqual([{ page: '1', search: '', limit: '5' }]);
  expect(screen.getByPlaceholderText('Search by name or description...')).toBeVisible();
  expect(picker()).toHaveAttribute('accept', expect.stringMatching(/^\.csv,.*\.xlsx/));
  expect(button('Download Sample CSV')).toBeEnabled();
  expect(button('Export Google Sheet')).toBeEnabled();
  expect(screen.getByPlaceholderText('Paste Google Sheet URL')).toBeVisible();
  expect(button('Import')).toBeDisabled();
  expect(column('updatedAt')[0]).toMatch(/^November 5, 2025 at \d{1,2}:\d\d\s[AP]M$/);
});

test('opens pages by number, and disables the buttons at both ends [S2.CUST.14] [S2.CUST.15] [S2.CUST.16] [S2.CUST.17] [S2.CUST.18]', async () => {
  serveCustomLeads(manyOf(50, (number) => buildCustomLead(number)));
  const { actor } = await openCustomLeads();
  await screen.findByText('Ada Example 5');
  const pages = screen.getByRole('navigation', { name: 'Pagination' });
  expect(pages).toHaveTextContent(/1–5 of 50.*Previous123…10Next/);
  expect(button('Previous')).toBeDisabled();
  await actor.click(button('Page 10'));
  expect(await screen.findByText('Ada Example 50')).toBeVisible();
  await waitFor(() => expect(button('Previous')).toBeEnabled());
  expect(button('Next')).toBeDisabled();
  expect(window.location.search).toBe('?page=10');
  expect(listed().at(-1)).toEqual({ page: '10', search: '', limit: '5' });
});

test('links from a missing page to the first page', async () => {
  serveCustomLeads(manyOf(3, (number) => buildCustomLead(number)));
  const { actor } = await openCustomLeads('/custom-leads?page=4');
  expect(await screen.findByText('No data available')).toBeVisible();
  await actor.click(button('Back to the first page'));
  expect(await screen.findByText('Ada Example 3')).toBeVisible();
});

test('searches from page 1 one second after the last key; an empty result offers to clear the search [S2.CUST.3] [S2.CUST.13] [S9.C.17] [S5.EXP.1]', async () => {
  fakeServer().on(listCustomLeads, ({ query }) =>
    nestedPageOf(query['search'] === '' ? manyOf(7, (number) => buildCustomLead(number)) : [], 1, 5),
  );
  const { actor } = await openCustomLeads('/custom-leads?page=2');
  await screen.findByText('Ada Example 1');
  const typedAt = performance.now();
  await actor.type(screen.getByRole('searchbox'), 'nobody');
  expect(listed()).toHaveLength(1);
  expect(await screen.findByText('No leads match “nobody”.')).toBeVisible();
  expect(performance.now() - typedAt).toBeGreaterThanOrEqual(searchDebounceMs);
  expect(listed().slice(1)).toEqual([{ page: '1', search: 'nobody', limit: '5' }]);
  expect(button('Export Google Sheet')).toBeDisabled();
  await actor.click(button('Clear search'));
  expect(await screen.findByText('Ada Example 1')).toBeVisible();
});

test('shows values that are not text [S3.CL.8]', async () => {
  const lead = { ...buildCustomLead(1), is_organic: true, UNIX: 1_762_322_580, country: null };
  fakeServer().on(listCustomLeads, () => nestedPageOf([lead as unknown as CustomLead, buildCustomLead(2)], 1, 5));
  await openCustomLeads();
  await screen.findByText('Ada Example 1');
  expect(column('is_organic')).toEqual(['TRUE', 'TRUE']);
  expect(column('UNIX')[0]).toBe('1762322580');
  expect(column('country')[0]).toBe('-');
});

test('the export posts the shown rows by index, without record fields [S7.EXP.3] [S7.EXP.4] [S2.CUST.8]', async () => {
  serveCustomLeads(manyOf(7, (number) => buildCustomLead(number)));
  fakeServer().on(exportGoogleSheet, () => ({
    message: 'Google Sheet created with 2 rows',
    url: 'https://docs.example.test/1',
    data: buildExport(),
  }));
  const { actor } = await openCustomLeads('/custom-leads?page=2');
  await screen.findByText('Ada Example 7');
  await actor.click(button('Export Google Sheet'));
  expect(await screen.findByText('Google Sheet created with 2 rows')).toBeVisible();
  const { body } = fakeServer().calls(exportGoogleSheet)[0] ?? {};
  expect(body).toEqual({ 0: buildValues(6), 1: buildValues(7) });
});

test('a list that fails to load is empty, shows no toast and can be retried [S8.CL.5] [S2.CUST.13]', async () => {
  expectConsoleError(/GET \/meta-custom-leads: status 500 broken/);
  fakeServer().on(listCustomLeads, () => ({ status: 500, body: { message: 'broken' } }));
  const { actor } = await openCustomLeads();
  expect(await screen.findByText('No data available')).toBeVisible();
  expect(screen.queryByText('broken')).toBeNull();
  expect(button('Export Google Sheet')).toBeDisabled();
  serveCustomLeads([buildCustomLead(1)]);
  await actor.click(button('Retry'));
  expect(await screen.findByText('Ada Example 1')).toBeVisible();
});

test('keeps the rows, with a warning, when a reload fails', async () => {
  expectConsoleError(/GET \/meta-custom-leads: status 500/);
  serveCustomLeads([buildCustomLead(1)]);
  const { actor } = await openCustomLeads();
  await screen.findByText('Ada Example 1');
  await untilConnected();
  fakeServer().on(listCustomLeads, () => ({ status: 500 }));
  fakeServer().emit('leads_changed', { list: 'custom' });
  const banner = await screen.findByRole('note', { name: 'Warning' });
  expect(banner).toHaveTextContent(/could not be read again/);
  expect(column('Name')).toEqual(['Ada Example 1']);
  expect(button('Export Google Sheet')).toBeEnabled();
  serveCustomLeads([buildCustomLead(2)]);
  await actor.click(within(banner).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Ada Example 2')).toBeVisible();
  expect(screen.queryByRole('note', { name: 'Warning' })).toBeNull();
});

test('offers to copy ids, shows times in words, and marks missing values', async () => {
  serveCustomLeads([buildCustomLead(1, { country: '' })]);
  const { actor } = await openCustomLeads();
  await screen.findByText('Ada Example 1');
  await actor.click(button('Copy 1200000000000021'));
  expect(await navigator.clipboard.readText()).toBe('1200000000000021');
  expect(screen.getByText('2025-11-05T06:03:00+0000').closest('td')).toHaveAttribute(
    'title',
    expect.stringMatching(/^November 5, 2025 at/),
  );
  expect(within(table()).getByRole('img', { name: 'no value' }).closest('td')).toHaveAttribute(
    'data-column',
    'country',
  );
});

test('the browser remembers hidden columns until they are reset', async () => {
  serveCustomLeads([buildCustomLead(1)]);
  const { actor } = await openCustomLeads();
  await screen.findByText('Ada Example 1');
  await actor.click(button('Columns'));
  await actor.click(screen.getByRole('checkbox', { name: 'ad_id' }));
  await actor.click(screen.getByRole('checkbox', { name: 'Updated At' }));
  expect(headersIn(table())).toEqual(titles.filter((title) => title !== 'ad_id' && title !== 'Updated At'));
  expect(JSON.parse(localStorage.getItem('persist:columns') ?? '')).toMatchObject({
    state: { hidden: { customLeads: ['ad_id', 'updatedAt'] } },
  });
  await actor.click(button('Reset'));
  expect(headersIn(table())).toEqual(titles);
  await actor.keyboard('{Escape}');
  expect(screen.queryByRole('checkbox', { name: 'ad_id' })).toBeNull();
});

test('a server hint about new leads reloads the list', async () => {
  serveCustomLeads([buildCustomLead(1)]);
  await openCustomLeads();
  await screen.findByText('Ada Example 1');
  await untilConnected();
  serveCustomLeads([buildCustomLead(2), buildCustomLead(1)]);
  fakeServer().emit('leads_changed', { list: 'custom' });
  expect(await screen.findByText('Ada Example 2')).toBeVisible();
});
