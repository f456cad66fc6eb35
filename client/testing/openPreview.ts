import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { PlatformId } from '#shared/platforms.ts';
import { buildUser, renderApp } from './renderApp.tsx';
import { fakeServer } from './useFakeServer.ts';

/** An ad account as in the account lists. */
export const account = (id: string) => ({ id, name: `Account ${id}`, currency: 'EUR', timeZone: null });

/** The navigation state from a Connect screen, with all accounts selected. */
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
/** Opens the filters dialog and waits for its chunk. */
export const openFilters = async (actor: UserEvent): Promise<void> => {
  await actor.click(button('Filters'));
  await screen.findByRole('dialog', { name: 'Data Filters & Settings' });
};

export const button = (name: string): HTMLElement => screen.getByRole('button', { name });

/** Cell texts of a column. */
export const cellsOf = (key: string): (string | null)[] =>
  [...document.querySelectorAll(`td[data-column="${key}"]`)].map((cell) => cell.textContent);

/** Bodies received by an endpoint. */
export const sent = (endpoint: Parameters<ReturnType<typeof fakeServer>['calls']>[0]): unknown[] =>
  fakeServer()
    .calls(endpoint)
    .map(({ body }) => body);
