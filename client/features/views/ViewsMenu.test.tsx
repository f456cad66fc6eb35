import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { buildCampaignRow, buildCampaigns } from '#client/testing/campaigns.ts';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { listCampaigns } from '#shared/contracts/campaigns.ts';
import { createView, deleteView, listViews, updateView } from '#shared/contracts/views.ts';
import type { View } from '#shared/contracts/views.ts';
import { localDay, quickSelectRange } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';

setUpFakeServer();

const user = buildUser({ google: true });
const month = quickSelectRange('last30Days', localDay(new Date()));

const buildView = (overrides: Partial<View> = {}): View => ({
  id: 'view-1',
  screen: 'campaigns',
  name: 'Paused',
  query: 'status=paused&period=last30Days',
  isShared: false,
  isOwn: true,
  isDefault: false,
  ownerName: 'Ada Example',
  updatedAt: '2026-11-20T10:00:00.000Z',
  ...overrides,
});

/** A server that stores views. @returns the received request bodies */
const keepViews = (...given: View[]) => {
  let views = given;
  const bodies: Partial<View>[] = [];
  const server = fakeServer();
  // Without rows, the table would offer to clear the filters as well.
  server.on(listCampaigns, () => ({ data: buildCampaigns(month, [buildCampaignRow('1')]) }));
  server.on(listViews, () => ({ data: views }));
  server.on(createView, ({ body }) => {
    const made = buildView({ ...(body as Partial<View>), id: 'view-new' });
    bodies.push(body as Partial<View>);
    views = [...views, made];
    return { message: messages.views.saved, data: made };
  });
  server.on(updateView, ({ path, body }) => {
    bodies.push(body as Partial<View>);
    views = views.map((view) => (path.endsWith(view.id) ? { ...view, ...(body as Partial<View>) } : view));
    return { message: messages.views.changed, data: views.find(({ id }) => path.endsWith(id)) };
  });
  server.on(deleteView, ({ path }) => {
    views = views.filter(({ id }) => !path.endsWith(id));
    return { message: messages.views.deleted };
  });
  return bodies;
};

const open = async (search = ''): Promise<UserEvent> =>
  (await renderApp({ path: `/campaigns${search}`, user, width: 1440 })).actor;
const address = (): string => decodeURIComponent(window.location.search);
const lastQuery = () => fakeServer().calls(listCampaigns).at(-1)?.query;
const openMenu = async (actor: UserEvent, name: RegExp): Promise<void> => {
  await actor.click(await screen.findByRole('button', { name }));
};
const choose = async (actor: UserEvent, name: string | RegExp): Promise<void> => {
  await actor.click(await screen.findByRole('button', { name }));
};
const filterByDelivering = async (actor: UserEvent): Promise<void> => {
  await choose(actor, /^Filter by status/);
  await actor.click(screen.getByRole('checkbox', { name: 'Delivering' }));
};

it('shows the saved state of the view in the URL, including a relative period', async () => {
  keepViews(buildView());
  await open('?view=view-1');
  expect(await screen.findByRole('button', { name: 'View: Paused' })).toBeVisible();
  await waitFor(() => expect(lastQuery()).toMatchObject({ status: 'paused', ...month }));
  for (const { query } of fakeServer().calls(listCampaigns)) expect(query).toMatchObject({ status: 'paused' });
  expect(address()).toBe('?view=view-1');
});

it('opens with the default view, and clears it on request', async () => {
  keepViews(buildView({ isDefault: true }));
  const actor = await open();
  await openMenu(actor, /^View: Paused/);
  expect(lastQuery()).toMatchObject({ status: 'paused' });
  await choose(actor, 'All campaigns');
  await waitFor(() => expect(lastQuery()?.['status']).toBeUndefined());
  expect(address()).toBe('?view=all');
  await filterByDelivering(actor);
  await waitFor(() => expect(address()).toBe('?status=delivering'));
  await choose(actor, 'Clear filters');
  await waitFor(() => expect(address()).toBe('?view=all'));
});

it('marks a changed view, discards its changes and saves them', async () => {
  const bodies = keepViews(buildView({ query: 'status=paused' }));
  const actor = await open('?view=view-1');
  await filterByDelivering(actor);
  await waitFor(() => expect(address()).toBe('?from=view-1&status=paused,delivering'));
  await openMenu(actor, /^View: Paused, changed/);
  await choose(actor, 'Discard changes');
  expect(address()).toBe('?view=view-1');
  // Clearing all filters still counts as a change of the view.
  await choose(actor, 'Clear filters');
  await waitFor(() => expect(address()).toBe('?from=view-1'));
  await choose(actor, 'Ads');
  await openMenu(actor, /^View: Paused, changed/);
  await choose(actor, 'Save changes to Paused');
  await waitFor(() => expect(address()).toBe('?view=view-1'));
  expect(bodies).toEqual([{ query: 'level=ad' }]);
  expect(lastQuery()).toMatchObject({ level: 'ad' });
});

it('saves a new view with fixed days or a relative period', async () => {
  const bodies = keepViews();
  const actor = await open(`?since=${month.since}&until=${month.until}&page=2`);
  const save = async (name: string, days: string): Promise<void> => {
    await openMenu(actor, /^View: /);
    await choose(actor, 'Save as a new view…');
    const dialog = await screen.findByRole('dialog', { name: 'Save view' });
    await actor.type(within(dialog).getByRole('textbox', { name: 'Name' }), name);
    await actor.selectOptions(within(dialog).getByRole('combobox', { name: 'Days' }), days);
    await actor.click(within(dialog).getByRole('button', { name: 'Save view' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await save('Moving', 'moving');
  expect(address()).toBe('?view=view-new');
  await save('Fixed', 'fixed');
  const body = { screen: 'campaigns', isShared: false, isDefault: false };
  expect(bodies).toEqual([
    { ...body, name: 'Moving', query: 'period=last30Days' },
    { ...body, name: 'Fixed', query: `since=${month.since}&until=${month.until}` },
  ]);
});

it('shows next to the name why a view cannot be saved', async () => {
  expectConsoleError(/POST \/views: status 400/);
  fakeServer().on(createView, () => ({
    status: 400,
    body: { message: messages.views.nameTaken, code: 'VALIDATION' },
  }));
  const actor = await open();
  await openMenu(actor, /^View: /);
  await choose(actor, 'Save as a new view…');
  const dialog = await screen.findByRole('dialog');
  await actor.click(within(dialog).getByRole('button', { name: 'Save view' }));
  const name = within(dialog).getByRole('textbox', { name: 'Name' });
  expect(name).toHaveAccessibleDescription(messages.validation.nameRequired);
  await actor.type(name, 'Paused');
  await actor.click(within(dialog).getByRole('button', { name: 'Save view' }));
  await waitFor(() => expect(name).toHaveAccessibleDescription(messages.views.nameTaken));
});

it('renames, shares and deletes own views; shared views can only become the default', async () => {
  const bodies = keepViews(
    buildView(),
    buildView({ id: 'view-2', name: 'Team', isOwn: false, isShared: true, ownerName: 'Bea' }),
  );
  const actor = await open('?view=view-1');
  await openMenu(actor, /^View: Paused/);
  await choose(actor, 'Rename or share…');
  const dialog = await screen.findByRole('dialog', { name: 'Change view' });
  await actor.click(within(dialog).getByRole('checkbox', { name: 'Share with everyone in the workspace' }));
  await actor.click(within(dialog).getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(bodies).toEqual([{ name: 'Paused', isShared: true, isDefault: false }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await openMenu(actor, /^View: Paused/);
  await choose(actor, 'Delete…');
  await actor.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete view' }));
  await waitFor(() => expect(address()).toBe(''));

  await openMenu(actor, /^View: All campaigns/);
  await choose(actor, /^Team by Bea/);
  await openMenu(actor, /^View: Team/);
  expect(screen.queryByRole('button', { name: 'Delete…' })).toBeNull();
  await choose(actor, 'Open Campaigns with it');
  await waitFor(() => expect(bodies.at(-1)).toEqual({ isDefault: true }));
});

it('reports that the linked view no longer exists', async () => {
  keepViews();
  await open('?view=view-9');
  expect(await screen.findByText(messages.views.gone)).toBeVisible();
  await waitFor(() => expect(lastQuery()).toMatchObject({ level: 'campaign' }));
});

it('works without views when their list fails to load, and retries on request', async () => {
  expectConsoleError(/GET \/views: status 500/);
  fakeServer().on(listViews, () => ({ status: 500, body: { message: messages.server.unexpected } }));
  const actor = await open('?view=view-1');
  await waitFor(() => expect(lastQuery()).toMatchObject({ level: 'campaign' }));
  await openMenu(actor, /^View: All campaigns/);
  expect(await screen.findByText(messages.views.loadFailed)).toBeVisible();
  expect(screen.queryByText(messages.views.gone)).toBeNull();
  keepViews(buildView());
  await choose(actor, 'Retry');
  expect(await screen.findByRole('button', { name: 'View: Paused' })).toBeVisible();
});
