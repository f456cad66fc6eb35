import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildWorkedLead } from '#client/features/leadWork/testing/buildWorkedLead.ts';
import { serveWork } from '#client/features/leadWork/testing/serveWork.ts';
import { pageOf } from '#client/testing/leadRows.ts';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { undoActivity } from '#shared/contracts/activity.ts';
import { changeLeads } from '#shared/contracts/leadBulk.ts';
import { listWorkedLeads } from '#shared/contracts/leadWork.ts';
import { listMembers } from '#shared/contracts/workspaces.ts';
import { messages } from '#shared/messages.ts';

setUpFakeServer();

const user = buildUser({ facebook: true });

const leads = Array.from({ length: 12 }, (_, number) => buildWorkedLead(number));

const serve = (): void => {
  const server = fakeServer();
  serveWork(server);
  server.on(listMembers, () => ({ data: [{ id: user._id, name: 'Ada Example', email: user.email, role: 'owner' }] }));
  server.on(listWorkedLeads, ({ query }) => pageOf(leads, Number(query['page'] ?? 1), 7));
  server.on(changeLeads, () => ({
    message: messages.activity.done('status', 3),
    data: { activityId: 'activity', kind: 'status' as const, changed: 3 },
  }));
};

const bar = () => screen.findByRole('region', { name: 'Selected leads' });
const sent = () =>
  fakeServer()
    .calls(changeLeads)
    .map(({ body }) => body);

test('sets the status of leads on several pages, and undoes it', async () => {
  serve();
  const { actor } = await renderApp({ path: '/leads?tab=all', user });
  await actor.click(await screen.findByRole('checkbox', { name: 'Select Lead 1' }));
  await actor.keyboard('{Shift>}');
  await actor.click(screen.getByRole('checkbox', { name: 'Select Lead 2' }));
  await actor.keyboard('{/Shift}');
  await actor.click(screen.getByRole('button', { name: 'Next' }));
  await actor.click(await screen.findByRole('checkbox', { name: 'Select Lead 9' }));
  expect(within(await bar()).getByRole('status')).toHaveTextContent('3 of 12 selected');
  await actor.click(screen.getByRole('button', { name: 'Set status' }));
  await actor.click(within(await bar()).getByRole('button', { name: 'Won' }));
  await waitFor(() =>
    expect(sent()).toEqual([
      { ids: ['facebook:1', 'facebook:2', 'facebook:9'], action: { kind: 'status', statusId: 'won' } },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected leads' })).toBeNull());
  expectConsoleError(/409/);
  fakeServer().on(undoActivity, () => ({
    status: 409,
    body: { success: false, message: messages.activity.undoExpired },
  }));
  await actor.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(messages.activity.undoExpired)).toBeVisible();
});

test('selects all leads of a filter at once, and clears the selection with the filter', async () => {
  serve();
  const { actor } = await renderApp({ path: '/leads?tab=all&assignee=none', user });
  const all = await screen.findByRole('checkbox', { name: 'Select all' });
  await waitFor(() => expect(all).toBeEnabled());
  await actor.click(await screen.findByRole('checkbox', { name: 'Select Lead 1' }));
  expect(all).toBePartiallyChecked();
  await actor.click(all);
  await actor.click(within(await bar()).getByRole('button', { name: 'Select all 12 leads of this filter' }));
  await actor.click(within(await bar()).getByRole('button', { name: 'Tags' }));
  const tags = within(await screen.findByRole('dialog', { name: 'Tags of 12 leads' }));
  await actor.type(tags.getByLabelText('Add tags'), 'hot, , hot,  vip ');
  await actor.click(tags.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent()).toEqual([
      { filter: { assignee: 'none' }, action: { kind: 'tags', add: ['hot', 'vip'], remove: [] } },
    ]),
  );
  await actor.click(await screen.findByRole('checkbox', { name: 'Select Lead 1' }));
  await actor.click(screen.getByRole('button', { name: 'Filter by status' }));
  await actor.click(await screen.findByRole('checkbox', { name: 'Qualified' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected leads' })).toBeNull());
});

test('repeats what it will delete before a deletion', async () => {
  serve();
  const { actor } = await renderApp({ path: '/leads?tab=all', user });
  for (const number of [1, 2, 3, 4, 5, 6])
    await actor.click(await screen.findByRole('checkbox', { name: `Select Lead ${number}` }));
  await actor.click(within(await bar()).getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete 6 leads' }));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Lead 1',
    'Lead 2',
    'Lead 3',
    'Lead 4',
    'Lead 5',
    'and 1 more',
  ]);
  await actor.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(sent()).toEqual([]);
});
