import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageOf } from '#client/testing/leadRows.ts';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import {
  getPhoneCountry,
  listSamePerson,
  mergeLeads,
  savePhoneCountry,
  unmergeLead,
} from '#shared/contracts/duplicates.ts';
import type { MergedLead } from '#shared/contracts/duplicates.ts';
import { getWorkedLead, listWorkedLeads } from '#shared/contracts/leadWork.ts';
import type { LeadDetail } from '#shared/contracts/leadWork.ts';
import { messages } from '#shared/messages.ts';
import { buildLeadDetail, buildWorkedLead } from '../testing/buildWorkedLead.ts';
import { serveWork } from '../testing/serveWork.ts';

setUpFakeServer();

const user = buildUser({ facebook: true });

const buildDetail = (number: number, changes: Partial<LeadDetail> = {}): LeadDetail => {
  const arrived = `2026-11-1${number}T08:00:00.000Z`;
  const own = {
    email: 'grace@example.test',
    campaignId: null,
    campaignName: null,
    createdAt: arrived,
    activeAt: arrived,
  };
  return buildLeadDetail(buildWorkedLead(number, { ...own, version: number }), changes);
};

const [first, second, third] = [
  buildDetail(1, { statusId: 'contacted', tags: ['vip'] }),
  buildDetail(2, { personLeads: 3 }),
  buildDetail(3, { statusId: 'won', value: { amount: 90, currency: 'EUR' }, personLeads: 3 }),
];

const serve = (others: readonly LeadDetail[], merged: readonly MergedLead[] = []) => {
  const server = fakeServer();
  const all = [first, second, third];
  const data = others.map((lead) => ({ ...lead, shares: ['email' as const] }));
  server.on(listSamePerson, () => ({ data, total: others.length, merged: [...merged] }));
  server.on(getWorkedLead, ({ path }) => ({
    data: all.find(({ id }) => id === decodeURIComponent(path.split('/').at(-1) ?? '')) ?? first,
  }));
  serveWork(server);
  server.on(listWorkedLeads, () => pageOf(all, 1, 50));
};

const openPanel = async (id = second.id) => {
  const rendered = await renderApp({ path: `/leads?tab=all&lead=${encodeURIComponent(id)}`, user });
  return { ...rendered, panel: within(await screen.findByRole('dialog', { name: 'Lead' })) };
};

test('marks leads of a known person in the list, and filters them', async () => {
  serve([]);
  const { actor } = await renderApp({ path: '/leads?tab=all', user });
  expect(await screen.findAllByTitle('Repeats a known person')).toHaveLength(2);
  await actor.click(screen.getByRole('button', { name: 'Filter by person' }));
  await actor.click(await screen.findByRole('checkbox', { name: 'Known from an earlier lead' }));
  await waitFor(() => expect(fakeServer().calls(listWorkedLeads).at(-1)?.query).toMatchObject({ duplicates: 'true' }));
});

test('compares leads, and merges them with the chosen values', async () => {
  serve([first, third]);
  const { actor, panel } = await openPanel();
  await actor.click(await panel.findByRole('button', { name: 'Compare and merge' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Same person' }));
  expect(dialog.getByRole('row', { name: /^Status.*differs/ })).toBeVisible();
  expect(dialog.getByRole('row', { name: /^Email grace/ })).toBeVisible();
  // The first lead with a status or assignee.
  expect(dialog.getByRole('radio', { name: 'Status: Contacted, of Lead 1' })).toBeChecked();
  await actor.click(dialog.getByRole('radio', { name: 'Lead 1 carries on' }));
  await actor.click(dialog.getByRole('checkbox', { name: 'Merge Lead 2' }));
  await actor.click(dialog.getByRole('radio', { name: 'Status: Won, of Lead 3' }));
  fakeServer().on(mergeLeads, () => ({ message: messages.duplicates.merged, data: first }));
  await actor.click(dialog.getByRole('button', { name: 'Merge 2 leads' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Same person' })).toBeNull());
  const [call] = fakeServer().calls(mergeLeads);
  expect(call?.body).toEqual({
    into: first.id,
    from: [{ id: third.id, version: 3 }],
    take: { status: third.id, assignee: first.id, value: third.id },
  });
  expect(call?.headers['if-match']).toBe('"1"');
  expect(await screen.findByRole('heading', { name: 'Lead 1' })).toBeVisible();
});

test('proposes the lead from the ad as the surviving lead, not the one added by hand', async () => {
  const ofAd = { ...third, campaignId: '7', createdAt: '2026-11-14T08:00:00.000Z' };
  serve([first, ofAd]);
  const byHand: LeadDetail = { ...second, list: 'custom', campaignId: 'imported' };
  fakeServer().on(getWorkedLead, () => ({ data: byHand }));
  const { actor, panel } = await openPanel();
  await actor.click(await panel.findByRole('button', { name: 'Compare and merge' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Same person' }));
  expect(dialog.getByRole('radio', { name: 'Lead 3 carries on' })).toBeChecked();
  await actor.click(dialog.getByRole('checkbox', { name: 'Merge Lead 3' }));
  expect(dialog.getByRole('radio', { name: 'Lead 1 carries on' })).toBeChecked();
});

test.each([
  ['+49 171 2345678', '0171/23 45 678', false],
  ['+49 (0)171 2345678', '0049 171 2345678', false],
  ['0171 2345678', '01712345678', false],
  ['+49 171 2345678', '0171 2345679', true],
  ['+49 171 2345678', '+43 171 2345678', true],
  ['+49 171 2345678', '', true],
])('compares the numbers %j and %j', async (number, other, differs) => {
  serve([{ ...first, phone: number, answers: [{ name: 'phone', values: [number] }] }]);
  fakeServer().on(getWorkedLead, () => ({ data: { ...second, phone: other } }));
  const { actor, panel } = await openPanel();
  await actor.click(await panel.findByRole('button', { name: 'Compare and merge' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Same person' }));
  const rows = dialog.getAllByRole('row', { name: /^Phone/i });
  expect(rows.map((row) => row.textContent.includes('differs'))).toEqual([differs]);
});

test('reports a merge of leads that another person has changed, and keeps the choices', async () => {
  serve([first]);
  const { actor, panel } = await openPanel();
  await actor.click(await panel.findByRole('button', { name: 'Compare and merge' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Same person' }));
  await actor.click(dialog.getByRole('radio', { name: 'Lead 1 carries on' }));
  expectConsoleError(/412/);
  const message = messages.duplicates.changedMeanwhile;
  fakeServer().on(mergeLeads, () => ({ status: 412, body: { success: false, message } }));
  await actor.click(dialog.getByRole('button', { name: 'Merge 2 leads' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(dialog.getByRole('radio', { name: 'Lead 1 carries on' })).toBeChecked();
});

test('separates a merged lead, but not one inside another', async () => {
  const merged = { into: second.id, mergedAt: first.createdAt, mergedBy: 'Bea Example' };
  serve(
    [],
    [
      { ...first, ...merged },
      { ...third, ...merged, into: first.id },
    ],
  );
  const { actor, panel } = await openPanel();
  expect(await panel.findByText(/into a lead that is merged itself/)).toBeVisible();
  expect(panel.queryByRole('button', { name: 'Separate Lead 3' })).toBeNull();
  fakeServer().on(unmergeLead, () => ({ message: messages.duplicates.separated, data: second }));
  await actor.click(panel.getByRole('button', { name: 'Separate Lead 1' }));
  expect(await screen.findByText(messages.duplicates.separated)).toBeVisible();
  expect(fakeServer().calls(unmergeLead)[0]?.path).toContain(encodeURIComponent(first.id));
});

test('links from a merged lead to the surviving lead', async () => {
  serve([]);
  fakeServer().on(getWorkedLead, ({ path }) => ({
    data: path.endsWith('2') ? { ...second, mergedInto: first.id } : first,
  }));
  const { actor, panel } = await openPanel();
  expect(await panel.findByText(/part of another lead/)).toBeVisible();
  expect(panel.queryByLabelText('Status')).toBeNull();
  await actor.click(panel.getByRole('button', { name: 'Open that lead' }));
  expect(await screen.findByRole('heading', { name: 'Lead 1' })).toBeVisible();
});

test('reports other leads that cannot be loaded', async () => {
  serve([]);
  expectConsoleError(/500/);
  const message = messages.server.unexpected;
  fakeServer().on(listSamePerson, () => ({ status: 500, body: { success: false, message } }));
  const { panel } = await openPanel();
  expect(await panel.findByText(message)).toBeVisible();
});

test('shows the country of phone numbers in Settings', async () => {
  const server = fakeServer();
  server.on(getPhoneCountry, () => ({ data: { country: null, countries: ['AT', 'DE'] } }));
  server.on(savePhoneCountry, () => ({ message: messages.duplicates.countrySaved, data: { country: 'DE' } }));
  const { actor } = await renderApp({ path: '/settings', user });
  await actor.click(await screen.findByRole('button', { name: 'Choose Country' }));
  const country = await screen.findByLabelText(/^Country of numbers/);
  await waitFor(() => expect(country).toBeEnabled());
  await actor.selectOptions(country, 'Germany');
  await actor.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.calls(savePhoneCountry)[0]?.body).toEqual({ country: 'DE' }));
  expect(await screen.findByText(messages.duplicates.countrySaved)).toBeVisible();
});

test('reports a missing phone country in the lead form', async () => {
  serve([]);
  fakeServer().on(getPhoneCountry, () => ({ data: { country: null, countries: ['DE', 'GB'] } }));
  const { actor } = await renderApp({ path: '/leads?tab=all', user });
  await actor.click(await screen.findByRole('button', { name: 'Add lead' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a lead' }));
  await actor.type(dialog.getByLabelText('Phone'), '07700 900123');
  const hint = messages.duplicates.numberWithoutCountry;
  expect(await dialog.findByText(hint)).toBeVisible();
  await actor.type(dialog.getByLabelText('Country'), 'united kingdom');
  await waitFor(() => expect(dialog.queryByText(hint)).toBeNull());
  await actor.clear(dialog.getByLabelText('Country'));
  expect(await dialog.findByText(hint)).toBeVisible();
  await actor.clear(dialog.getByLabelText('Phone'));
  await actor.type(dialog.getByLabelText('Phone'), '+44 7700 900123');
  await waitFor(() => expect(dialog.queryByText(hint)).toBeNull());
});
