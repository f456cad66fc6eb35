import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { PlatformId } from '#shared/platforms.ts';
import { buildUser, renderApp } from './renderApp.tsx';
import { fakeServer } from './useFakeServer.ts';

/** An ad account as the lists hold it. */
export const account = (id: string) => ({ id, name: `Account ${id}`, currency: 'EUR', timeZone: null });

/** The navigation state with which a Connect screen opens the Preview, everything ticked. */
export const stateOf = (platform: PlatformId, ids: string[], more = {}) => ({
  platform,
  accounts: ids.map(account),
  selected: ids,
  userId: 'user-1',
  ...more,
});
const user = buildUser({ google: true, facebook: true, tiktok: true });

export const openPreview = async (state: unknown, as = user, search = '') => {
  const rendered = await renderApp({ path: `/preview${search}`, state, user: as });
  await screen.findByRole('heading', { name: 'Preview' });
  return rendered;
};
/** Opens the dialog of the filters, whose code comes with it. */
export const openFilters = async (actor: UserEvent): Promise<void> => {
  await actor.click(button('Filters'));
  await screen.findByRole('dialog', { name: 'Data Filters & Settings' });
};

export const button = (name: string): HTMLElement => screen.getByRole('button', { name });

/** The texts of a column, by its raw key. */
export const cellsOf = (key: string): (string | null)[] =>
  [...document.querySelectorAll(`td[data-column="${key}"]`)].map((cell) => cell.textContent);

/** The bodies that an endpoint got. */
export const sent = (endpoint: Parameters<ReturnType<typeof fakeServer>['calls']>[0]): unknown[] =>
  fakeServer()
    .calls(endpoint)
    .map(({ body }) => body);
