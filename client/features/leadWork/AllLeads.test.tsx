import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageOf } from '#client/testing/leadRows.ts';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { listSamePerson } from '#shared/contracts/duplicates.ts';
import { changeLead, getWorkedLead, listWorkedLeads } from '#shared/contracts/leadWork.ts';
import type { LeadDetail, WorkedLead } from '#shared/contracts/leadWork.ts';
import { createView } from '#shared/contracts/views.ts';
import { listMembers } from '#shared/contracts/workspaces.ts';
import { messages } from '#shared/messages.ts';
import { buildLeadDetail, buildWorkedLead } from './testing/buildWorkedLead.ts';
import { serveWork } from './testing/serveWork.ts';

setUpFakeServer();

const user = buildUser({ facebook: true });
const members = [
  { id: user._id, name: 'Ada Example', email: 'ada@example.test', role: 'owner' as const },
  { id: 'bea', name: 'Bea Example', email: 'bea@example.test', role: 'member' as const },
];

/** A fake server that stores leads and rejects a change with an outdated version. */
const serve = (...leads: WorkedLead[]) => {
  const server = fakeServer();
  const details = new Map<string, LeadDetail>(
    leads.map((lead) => [lead.id, buildLeadDetail(lead, { accountCurrency: 'USD' })]),
  );
  const find = (path: string): LeadDetail => {
    const lead = details.get(decodeURIComponent(path.split('/').at(-1) ?? ''));
    if (!lead) throw new Error(`There is no lead at ${path}`);
    return lead;
  };
  // Must be registered before the platform list, whose path also matches.
  server.on(listSamePerson, () => ({ data: [], total: 0, merged: [] }));
  server.on(getWorkedLead, ({ path }) => ({ data: find(path) }));
  serveWork(server);
  server.on(listMembers, () => ({ data: members }));
  server.on(listWorkedLeads, ({ query }) =>
    pageOf([...details.values()], Number(query['page'] ?? 1), Number(query['limit'] ?? 50)),
  );
  server.on(changeLead, ({ path, body, headers }) => {
    const lead = find(path);
    const { note, isUndo: _isUndo, ...fields } = body as Partial<WorkedLead> & { note?: string; isUndo?: true };
    if (Object.keys(fields).length > 0 && headers['if-match'] !== `"${lead.version}"`)
      return { status: 412, body: { success: false, message: messages.leadWork.changedMeanwhile } };
    const entry = { id: `${lead.entries.length}`, at: lead.createdAt, authorId: 'bea', authorName: 'Bea Example' };
    const happened =
      note === undefined
        ? ({ kind: 'status', note: null, before: 'New', after: String(fields.statusId) } as const)
        : ({ kind: 'note', note, before: null, after: null } as const);
    const next = {
      ...lead,
      ...fields,
      version: lead.version + 1,
      entries: [{ ...entry, ...happened }, ...lead.entries],
    };
    details.set(lead.id, next);
    return { message: '', data: next };
  });
  return { change: (id: string, changes: Partial<LeadDetail>) => details.set(id, { ...find(id), ...changes }) };
};

const panel = () => screen.findByRole('dialog', { name: 'Lead' });

test('the way to Leads opens all leads, or the tab that was chosen last', async () => {
  serve(buildWorkedLead(1));
  const { actor } = await renderApp({ path: '/leads', user });
  const isSelected = (name: string) =>
    waitFor(() => expect(screen.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true'));
  await actor.click(await screen.findByRole('link', { name: 'Leads' }));
  await isSelected('All leads');
  await actor.click(screen.getByRole('tab', { name: 'Facebook Leads' }));
  await isSelected('Facebook Leads');
  await actor.click(screen.getByRole('link', { name: 'Leads' }));
  await isSelected('Facebook Leads');
});

test('shows what the row knows while the details load', async () => {
  serve(buildWorkedLead(1));
  const { promise, resolve } = Promise.withResolvers<void>();
  fakeServer().on(getWorkedLead, async () => {
    await promise;
    return { data: buildLeadDetail(buildWorkedLead(1), { phoneE164: '+4915100000001' }) };
  });
  const { actor } = await renderApp({ path: '/leads?tab=all', user });
  await actor.click(await screen.findByRole('button', { name: 'Lead 1' }));
  const lead = within(await panel());
  expect(lead.getByRole('heading', { name: 'Lead 1' })).toBeVisible();
  expect(lead.getByLabelText('Status')).toHaveValue('new');
  expect(lead.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+4915100000001');
  expect(lead.queryByRole('link', { name: 'WhatsApp' })).toBeNull();
  expect(lead.queryByLabelText('Note')).toBeNull();
  resolve();
  expect(await lead.findByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', 'https://wa.me/4915100000001');
  expect(lead.getByLabelText('Note')).toBeVisible();
});

test('records in one step how a call went', async () => {
  serve(buildWorkedLead(1), buildWorkedLead(2, { statusId: 'qualified' }));
  const { actor } = await renderApp({ path: '/leads?tab=all', user });
  await actor.click(await screen.findByRole('button', { name: 'Lead 1' }));
  const lead = within(await panel());
  await actor.click(await lead.findByRole('button', { name: 'No answer' }));
  await actor.click(lead.getByRole('button', { name: 'Reached' }));
  await waitFor(() => expect(lead.getByLabelText('Status')).toHaveValue('contacted'));
  await actor.click(lead.getByRole('button', { name: 'Next lead' }));
  await screen.findByRole('heading', { name: 'Lead 2' });
  const next = within(await panel());
  await actor.click(next.getByRole('button', { name: 'Reached' }));
  expect(await next.findByText('Reached', { selector: 'p' })).toBeVisible();
  expect(bodies()).toEqual([{ note: 'No answer' }, { note: 'Reached', statusId: 'contacted' }, { note: 'Reached' }]);
});

const bodies = () =>
  fakeServer()
    .calls(changeLead)
    .map(({ body }) => body);

test('sets the status in the list at once, and takes it back', async () => {
  serve(buildWorkedLead(1), buildWorkedLead(2));
  const { actor } = await renderApp({ path: '/leads?tab=all', user });
  const status = await screen.findByRole('combobox', { name: 'Status of Lead 1' });
  await actor.click(status);
  await actor.selectOptions(status, 'Qualified');
  expect(screen.getByRole('row', { name: /Lead 1/ })).toHaveTextContent('Qualified');
  expect(await screen.findByText('Lead 1: status is now qualified')).toBeVisible();
  await actor.keyboard('{Control>}z{/Control}');
  expect(await screen.findByText('Lead 1 is as before')).toBeVisible();
  expect(status).toHaveValue('new');
  expect(bodies()).toEqual([{ statusId: 'qualified' }, { statusId: 'new', isUndo: true }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('shows the former status again when the server refuses a change of a row', async () => {
  const server = serve(buildWorkedLead(1));
  const { actor } = await renderApp({ path: '/leads?tab=all', user });
  const assignee = await screen.findByRole('combobox', { name: 'Assignee of Lead 1' });
  server.change('facebook:1', { statusId: 'contacted', version: 1 });
  expectConsoleError(/412/);
  await actor.click(assignee);
  await actor.selectOptions(assignee, 'Bea Example');
  expect(await screen.findByText(messages.leadWork.changedMeanwhile)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Status of Lead 1')).toHaveValue('contacted'));
  expect(assignee).toHaveValue('');
});

test('opens a row by a click, and works on the focused row by letters', async () => {
  serve(buildWorkedLead(1), buildWorkedLead(2));
  const { actor } = await renderApp({ path: '/leads?tab=all', user });
  await screen.findByRole('button', { name: 'Lead 2' });
  await actor.click(within(screen.getByRole('row', { name: /Lead 2/ })).getByText('Facebook · Test drive'));
  await actor.click(await within(await panel()).findByRole('button', { name: 'Close' }));
  screen.getByRole('button', { name: 'Lead 1' }).focus();
  await actor.keyboard('j');
  expect(screen.getByRole('button', { name: 'Lead 2' })).toHaveFocus();
  await actor.keyboard('s');
  expect(screen.getByLabelText('Status of Lead 2')).toHaveFocus();
  await actor.keyboard('a');
  expect(screen.getByLabelText('Assignee of Lead 2')).toHaveFocus();
  await actor.keyboard('n');
  await waitFor(async () => expect(within(await panel()).getByLabelText('Note')).toHaveFocus());
});

test('opens a lead, assigns it, adds a note and marks it as won', async () => {
  serve(buildWorkedLead(1), buildWorkedLead(2));
  const { actor } = await renderApp({ path: '/leads?tab=all', user });
  await actor.click(await screen.findByRole('button', { name: 'Lead 2' }));
  const lead = within(await panel());
  expect(await lead.findByRole('link', { name: '+4915100000001' })).toHaveAttribute('href', 'tel:+4915100000001');
  expect(await lead.findByText('Roadster')).toBeVisible();
  await actor.selectOptions(lead.getByLabelText('Assignee'), 'Ada Example (you)');
  await waitFor(() => expect(lead.getByLabelText('Assignee')).toHaveValue(user._id));
  await actor.type(lead.getByLabelText('Note'), 'Called back');
  await actor.click(lead.getByRole('button', { name: 'Add note' }));
  expect(await lead.findByText('Called back', { selector: 'p' })).toBeVisible();
  await waitFor(() => expect(lead.getByLabelText('Note')).toHaveValue(''));
  await actor.selectOptions(lead.getByLabelText('Status'), 'Won');
  await actor.type(await lead.findByLabelText('Value'), '1200,5');
  await actor.click(lead.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(bodies()).toEqual([
      { assigneeId: user._id },
      { note: 'Called back' },
      { statusId: 'won' },
      { value: { amount: 1200.5, currency: 'USD' } },
    ]),
  );
  await actor.click(lead.getByRole('button', { name: 'Previous lead' }));
  expect(await within(await panel()).findByRole('heading', { name: 'Lead 1' })).toBeVisible();
  await actor.click(within(await panel()).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog', { name: 'Lead' })).toBeNull();
});

test('edits the imported values of a form lead that was also imported, and of no other form lead', async () => {
  const server = serve(buildWorkedLead(1), buildWorkedLead(2));
  // A question of the form has the name of an imported column.
  const answers = [{ name: 'Name', values: ['Name in the form'] }];
  server.change('facebook:1', { answers, values: { Name: 'Name in the file' } });
  const { actor } = await renderApp({ path: '/leads?tab=all&lead=facebook%3A1', user });
  const lead = within(await panel());
  await actor.click(await lead.findByRole('button', { name: 'Edit' }));
  const edit = within(await screen.findByRole('dialog', { name: 'Edit lead' }));
  expect(edit.getByLabelText('Name')).toHaveValue('Name in the file');
  await actor.type(edit.getByLabelText('Name'), '!');
  await actor.click(edit.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(bodies()).toEqual([{ values: { Name: 'Name in the file!' } }]));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit lead' })).toBeNull());
  await actor.click(lead.getByRole('button', { name: 'Next lead' }));
  const next = within(await panel());
  expect(await next.findByRole('heading', { name: 'Lead 2' })).toBeVisible();
  expect(await next.findByText('Roadster')).toBeVisible();
  expect(next.queryByRole('button', { name: 'Edit' })).toBeNull();
});

test('shows the other change after an edit conflict, and keeps the unsaved note', async () => {
  const server = serve(buildWorkedLead(1));
  const { actor } = await renderApp({ path: '/leads?tab=all&lead=facebook%3A1', user });
  const lead = within(await panel());
  await actor.type(await lead.findByLabelText('Note'), 'Half a sen');
  server.change('facebook:1', { statusId: 'contacted', assigneeId: 'bea', version: 1 });
  expectConsoleError(/412/);
  await actor.selectOptions(lead.getByLabelText('Status'), 'Lost');
  expect(await screen.findByText(messages.leadWork.changedMeanwhile)).toBeVisible();
  await waitFor(() => expect(lead.getByLabelText('Status')).toHaveValue('contacted'));
  expect(lead.getByLabelText('Assignee')).toHaveValue('bea');
  expect(lead.getByLabelText('Note')).toHaveValue('Half a sen');
});

test('keeps filters and sort order in the address, and clears them', async () => {
  serve(buildWorkedLead(1));
  const { actor } = await renderApp({ path: '/leads?tab=all&assignee=none', user });
  await screen.findByRole('button', { name: 'Lead 1' });
  await actor.click(screen.getByRole('button', { name: 'Filter by status' }));
  await actor.click(await screen.findByRole('checkbox', { name: 'Qualified' }));
  await actor.keyboard('{Escape}');
  await actor.click(screen.getByRole('button', { name: 'Name' }));
  const last = () => fakeServer().calls(listWorkedLeads).at(-1)?.query;
  await waitFor(() =>
    expect(last()).toMatchObject({ assignee: 'none', status: 'qualified', sort: 'name', order: 'asc', page: '1' }),
  );
  expect(window.location.search).toBe('?assignee=none&status=qualified&sort=name&tab=all');
  expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await actor.click(screen.getByRole('button', { name: 'Name' }));
  await waitFor(() => expect(last()).toMatchObject({ sort: 'name', order: 'desc' }));
  fakeServer().on(listWorkedLeads, () => pageOf<WorkedLead>([], 1, 50));
  fakeServer().emit('leads_changed', { list: 'facebook' });
  await actor.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(last()).not.toHaveProperty('status'));
});

test('shows an error for a lead that cannot be loaded', async () => {
  serve(buildWorkedLead(1));
  expectConsoleError(/404/);
  fakeServer().on(getWorkedLead, () => ({
    status: 404,
    body: { success: false, message: messages.server.notFound },
  }));
  await renderApp({ path: '/leads?tab=all&lead=facebook%3A404', user });
  expect(await within(await panel()).findByText(messages.server.notFound)).toBeVisible();
});

test('stores the arrival days in a saved view, which has no period', async () => {
  serve(buildWorkedLead(1));
  fakeServer().on(createView, () => ({ status: 400, body: { message: messages.views.nameTaken, code: 'VALIDATION' } }));
  expectConsoleError(/POST \/views: status 400/);
  const { actor } = await renderApp({ path: '/leads?tab=all&since=2026-11-01', user });
  await actor.click(await screen.findByRole('button', { name: /^View: / }));
  await actor.click(await screen.findByRole('button', { name: 'Save as a new view…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
  expect(dialog.queryByRole('combobox', { name: 'Days' })).toBeNull();
  await actor.type(dialog.getByRole('textbox', { name: 'Name' }), 'November');
  await actor.click(dialog.getByRole('button', { name: 'Save view' }));
  await waitFor(() => expect(fakeServer().calls(createView)[0]?.body).toMatchObject({ query: 'since=2026-11-01' }));
});
