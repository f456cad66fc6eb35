import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageOf } from '#client/testing/leadRows.ts';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import {
  changeLead,
  getLeadBoard,
  getLeadStatusUse,
  listWorkedLeads,
  saveLeadStatuses,
} from '#shared/contracts/leadWork.ts';
import { listMembers } from '#shared/contracts/workspaces.ts';
import type { BoardColumn, WorkedLead } from '#shared/contracts/leadWork.ts';
import { defaultLeadStatuses } from '#shared/leadStatuses.ts';
import { messages } from '#shared/messages.ts';
import { buildLeadDetail, buildWorkedLead } from './testing/buildWorkedLead.ts';
import { serveWork } from './testing/serveWork.ts';

setUpFakeServer();

const user = buildUser({ facebook: true });

/** A fake server with a board. It rejects changes to leads in `changed`, which another person has marked as Lost. */
const serve = (leads: WorkedLead[], { changed = '' } = {}) => {
  const server = fakeServer();
  serveWork(server);
  const statusOf = new Map(leads.map(({ id, statusId }) => [id, statusId]));
  const now = () => leads.map((lead) => ({ ...lead, statusId: statusOf.get(lead.id) ?? '' }));
  server.on(changeLead, ({ path, body }) => {
    const id = decodeURIComponent(path.split('/').at(-1) ?? '');
    const lead = leads.find((each) => each.id === id);
    if (!lead) throw new Error(`There is no lead at ${path}`);
    const { statusId } = body as { statusId: string };
    statusOf.set(id, id === changed ? 'lost' : statusId);
    if (id === changed) return { status: 412, body: { success: false, message: messages.leadWork.changedMeanwhile } };
    return { message: '', data: buildLeadDetail(lead, { statusId }) };
  });
  server.on(listMembers, () => ({ data: [{ id: user._id, name: 'Ada Example' }] }));
  server.on(listWorkedLeads, () => pageOf(now(), 1, 50));
  server.on(getLeadBoard, () => ({
    data: defaultLeadStatuses.map(({ id }): BoardColumn => {
      const own = now().filter(({ statusId }) => statusId === id);
      return { statusId: id, totalItems: own.length, values: [], leads: own };
    }),
  }));
};

const column = (name: string) => within(screen.getByRole('region', { name }));

test('moves a card by keyboard, keeps the focus, and announces the move', async () => {
  serve([buildWorkedLead(1), buildWorkedLead(2)]);
  const { actor } = await renderApp({ path: '/leads?tab=all&as=board', user });
  const card = await screen.findByRole('button', { name: /Lead 1/ });
  card.focus();
  await actor.keyboard('{ArrowDown}');
  expect(screen.getByRole('button', { name: /Lead 2/ })).toHaveFocus();
  await actor.keyboard('{ArrowUp}{Shift>}{ArrowRight}{/Shift}');
  expect(await screen.findByText(messages.leadWork.moved('Lead 1', 'Contacted'))).toBeInTheDocument();
  await waitFor(() => expect(column('Contacted').getByRole('button', { name: /Lead 1/ })).toHaveFocus());
  expect(fakeServer().calls(changeLead)[0]).toMatchObject({
    body: { statusId: 'contacted' },
    headers: { 'if-match': '"0"' },
  });
  expect(column('New').queryByRole('button', { name: /Lead 1/ })).toBeNull();
});

test('shows the current column of a card that another person moved, with a message', async () => {
  serve([buildWorkedLead(1)], { changed: 'facebook:1' });
  const { actor } = await renderApp({ path: '/leads?tab=all&as=board', user });
  (await screen.findByRole('button', { name: /Lead 1/ })).focus();
  expectConsoleError(/412/);
  await actor.keyboard('{Shift>}{ArrowRight}{/Shift}');
  expect(await screen.findByText(messages.leadWork.changedMeanwhile)).toBeVisible();
  expect(await column('Lost').findByRole('button', { name: /Lead 1/ })).toBeVisible();
  expect(column('Contacted').queryByRole('button')).toBeNull();
});

test('renames, sorts, adds and removes statuses, and maps imported texts', async () => {
  serve([buildWorkedLead(1)]);
  fakeServer().on(getLeadStatusUse, () => ({
    data: {
      steps: defaultLeadStatuses.map(({ id }) => ({ id, leads: id === 'junk' ? 2 : 0 })),
      texts: [{ text: 'Signed', leads: 3, statusId: null, isMapped: false }],
    },
  }));
  fakeServer().on(saveLeadStatuses, ({ body }) => ({
    message: messages.leadWork.statusesSaved,
    data: (body as { statuses: [] }).statuses,
  }));
  const { actor } = await renderApp({ path: '/leads?tab=all', user });
  await actor.click(await screen.findByRole('button', { name: 'Statuses' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Statuses' }));
  await actor.clear(await dialog.findByLabelText('Name of Contacted'));
  await actor.type(dialog.getByLabelText('Name of New status'), 'Called');
  dialog.getByRole('button', { name: /^Move Called/ }).focus();
  await actor.keyboard('{ArrowDown}');
  expect(dialog.getByRole('button', { name: /^Move Called, 3 of 6/ })).toHaveFocus();
  await actor.click(dialog.getByRole('button', { name: 'Remove Lost' }));
  await actor.click(dialog.getByRole('button', { name: 'Remove Junk' }));
  expect(dialog.getByText(/2 leads have the status “Junk”/)).toBeVisible();
  await actor.selectOptions(dialog.getByLabelText('New status of the leads with Junk'), 'Won');
  await actor.click(dialog.getByRole('button', { name: 'Remove' }));
  await actor.selectOptions(dialog.getByLabelText('Status of leads with the text Signed'), 'Won');
  await actor.click(dialog.getByRole('button', { name: 'Add a status' }));
  expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await actor.type(dialog.getByLabelText('Name of New status'), 'Offer');
  await actor.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(messages.leadWork.statusesSaved)).toBeVisible();
  const [{ body } = { body: null }] = fakeServer().calls(saveLeadStatuses);
  expect(body).toMatchObject({
    statuses: [
      { id: 'new' },
      { id: 'qualified' },
      { id: 'contacted', name: 'Called' },
      { name: 'Offer', meaning: 'working' },
      { id: 'won' },
    ],
    moves: [{ from: 'junk', to: 'won' }],
    texts: [{ text: 'Signed', statusId: 'won' }],
  });
});
