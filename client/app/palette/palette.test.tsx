import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { serveWork } from '#client/features/leadWork/testing/serveWork.ts';
import { buildLeadDetail, buildWorkedLead } from '#client/features/leadWork/testing/buildWorkedLead.ts';
import { buildCampaignRow, buildCampaigns } from '#client/testing/campaigns.ts';
import { pageOf } from '#client/testing/leadRows.ts';
import { answerConnectedAccounts, buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { resetUser } from '#client/stores/userStore.ts';
import { listCampaigns } from '#shared/contracts/campaigns.ts';
import { connectedAccounts } from '#shared/contracts/connections.ts';
import { listSamePerson } from '#shared/contracts/duplicates.ts';
import { changeLead, getWorkedLead, listWorkedLeads } from '#shared/contracts/leadWork.ts';
import { localDay } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';

setUpFakeServer();

const leads = [
  buildWorkedLead(1, { name: 'Maya Example', email: 'maya@example.test' }),
  buildWorkedLead(2, { name: 'Noor Example', email: 'noor@example.test' }),
];

const today = localDay(new Date());
const range = { since: today, until: today };

beforeEach(() => {
  const server = fakeServer();
  server.on(listSamePerson, () => ({ data: [], total: 0, merged: [] }));
  const find = (path: string) => {
    const id = decodeURIComponent(path.split('/').at(-1) ?? '');
    return buildLeadDetail(leads.find((lead) => lead.id === id) ?? buildWorkedLead(3));
  };
  server.on(getWorkedLead, ({ path }) => ({ data: find(path) }));
  server.on(changeLead, ({ path, body }) => ({ message: '', data: { ...find(path), ...(body as object) } }));
  serveWork(server);
  server.on(listWorkedLeads, ({ query }) => {
    const found = leads.filter(({ name }) => name.toLowerCase().includes(query['search']?.toLowerCase() ?? ''));
    return pageOf(found, 1, 50);
  });
  server.on(listCampaigns, ({ query }) => {
    const rows = [buildCampaignRow('7', { name: 'Spring offer' })];
    const found = rows.filter(({ name }) => name.toLowerCase().includes(query['search'] ?? ''));
    return { data: buildCampaigns(range, found) };
  });
});

const openPalette = async (actor: UserEvent) => {
  await actor.keyboard('{Control>}k{/Control}');
  return within(await screen.findByRole('dialog', { name: 'Search everything' }));
};
it('goes to a screen by a few letters', async () => {
  const { actor } = await renderApp({ path: '/settings', user: buildUser() });
  await screen.findByRole('heading', { level: 1 });
  const palette = await openPalette(actor);
  expect(palette.getByRole('searchbox')).toHaveFocus();
  expect(palette.getAllByRole('list')[0]).toHaveAccessibleName('Screens');
  await actor.keyboard('sheets{ArrowDown}');
  expect(palette.getByRole('button', { name: 'Google Sheets' })).toHaveFocus();
  await actor.keyboard('x');
  expect(palette.getByRole('searchbox')).toHaveFocus();
  await actor.clear(palette.getByRole('searchbox'));
  await actor.keyboard('insi{Enter}');
  expect(await screen.findByRole('heading', { name: 'AI Insights' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('opens a lead and lists it first afterwards, until the person signs out', async () => {
  const { actor } = await renderApp({ path: '/settings', user: buildUser() });
  await screen.findByRole('heading', { level: 1 });
  const palette = await openPalette(actor);
  await actor.keyboard('noor');
  await actor.click(await palette.findByRole('button', { name: /Noor Example/ }));
  expect(await screen.findByRole('heading', { name: 'Noor Example' })).toBeVisible();
  await actor.click(screen.getByRole('button', { name: 'Close' }));
  const again = await openPalette(actor);
  expect(within(again.getByRole('list', { name: 'Opened last' })).getByRole('button')).toHaveTextContent(
    'Noor Example',
  );
  cleanup();
  // Another page load shows a lead before it knows the workspace.
  resetUser();
  const next = await renderApp({ path: '/leads?tab=all&lead=facebook:1', user: buildUser() });
  expect(await screen.findByRole('heading', { name: 'Maya Example' })).toBeVisible();
  const last = within((await openPalette(next.actor)).getByRole('list', { name: 'Opened last' }));
  await waitFor(() =>
    expect(last.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Maya Example', 'Noor Example']),
  );
  expect(localStorage.getItem('persist:recent')).toContain('Noor Example');
  await next.actor.keyboard('logout{Enter}');
  await waitFor(() => expect(localStorage.getItem('persist:recent')).toBeNull());
});

it('does with an open lead what the panel offers', async () => {
  const { actor } = await renderApp({ path: '/leads?tab=all', user: buildUser() });
  await actor.click(await screen.findByRole('button', { name: 'Maya Example' }));
  await within(await screen.findByRole('dialog', { name: 'Lead' })).findByLabelText('Note');
  const palette = await openPalette(actor);
  expect(palette.queryByRole('button', { name: 'Status: New' })).toBeNull();
  await actor.keyboard('qualified{Enter}');
  await waitFor(() =>
    expect(
      fakeServer()
        .calls(changeLead)
        .map(({ body }) => body),
    ).toEqual([{ statusId: 'qualified' }]),
  );
  expect(screen.getByRole('dialog', { name: 'Lead' })).toBeVisible();
});

it('finds campaigns, and says when the server cannot be asked', async () => {
  const { actor } = await renderApp({ path: '/settings', user: buildUser({ google: true }) });
  await screen.findByRole('heading', { level: 1 });
  const palette = await openPalette(actor);
  await actor.keyboard('spri');
  expect(await palette.findByRole('button', { name: /Spring offer/ })).toHaveTextContent('Account 1');
  expectConsoleError(/400/);
  fakeServer().on(listCampaigns, () => ({ status: 400, body: { success: false, message: 'No' } }));
  await actor.keyboard('ng o');
  expect(await palette.findByText(messages.search.failed)).toBeVisible();
  // What is loaded is found all the same.
  expect(palette.getByRole('button', { name: /Spring offer/ })).toBeVisible();
});

it('offers an invitation to owners only', async () => {
  const { actor } = await renderApp({ path: '/campaigns', user: buildUser() });
  await screen.findByRole('heading', { level: 1 });
  await openPalette(actor);
  await actor.keyboard('invite{Enter}');
  expect(await screen.findByRole('dialog', { name: /Invite/ })).toBeVisible();
  // A form in a dialog may hold what somebody typed.
  await actor.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('dialog', { name: 'Search everything' })).toBeNull();
});

it('offers no invitation to members', async () => {
  fakeServer().on(connectedAccounts, () => answerConnectedAccounts({ role: 'member' }));
  const { actor } = await renderApp({ path: '/settings', user: buildUser() });
  await screen.findByText(/You are a member of/);
  const palette = await openPalette(actor);
  await actor.keyboard('invite');
  expect(await palette.findByText('Nothing found')).toBeVisible();
});
