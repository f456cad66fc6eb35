import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { nestedPageOf } from '#client/testing/leadRows.ts';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { listCustomLeads } from '#shared/contracts/customLeads.ts';
import type { CustomLead } from '#shared/contracts/customLeads.ts';
import { pageSizes } from '#shared/limits.ts';
import { navTargets } from '../layout/navigation.ts';
import { shortcutGroups } from './shortcutGroups.ts';

setUpFakeServer();

const open = async (path = '/campaigns') => {
  fakeServer().on(listCustomLeads, () => nestedPageOf<CustomLead>([], 1, pageSizes.customLeads));
  const rendered = await renderApp({ path, user: buildUser() });
  await screen.findByRole('heading', { level: 1 });
  return rendered;
};
const help = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
const allShortcuts = shortcutGroups.flatMap(({ shortcuts }) => shortcuts);

it('lists every shortcut on ?, and disables shortcuts while the list is open', async () => {
  const { actor } = await open();
  await actor.keyboard('?');
  const dialog = await help();
  expect(within(dialog).getAllByRole('term')).toHaveLength(allShortcuts.length);
  expect(within(dialog).getByText('Settings').closest('div')).toHaveTextContent('SettingsGthen,');
  await actor.keyboard('[[?gs');
  expect(window.location.pathname).toBe('/campaigns');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(screen.getByRole('complementary', { hidden: true })).toHaveClass('w-64');
  await actor.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('opens the list from the user menu', async () => {
  const { actor } = await open();
  await actor.click(screen.getByRole('button', { name: 'User menu' }));
  await actor.click(await screen.findByRole('button', { name: 'Keyboard shortcuts' }));
  expect(await help()).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull();
});

it('opens a screen with g and its letter, except in a text field', async () => {
  const { actor } = await open();
  await actor.keyboard('gu');
  expect(await screen.findByRole('heading', { name: 'Meta Custom Leads' })).toBeVisible();
  await actor.keyboard('/');
  expect(screen.getByRole('searchbox', { name: 'Search leads' })).toHaveFocus();
  await actor.keyboard('ga[[?');
  expect(screen.getByRole('searchbox', { name: 'Search leads' })).toHaveValue('ga[?');
  await actor.keyboard('{Escape}');
  expect(screen.getByRole('searchbox', { name: 'Search leads' })).toHaveValue('');
  await actor.keyboard('{Escape}ga');
  expect(await screen.findByRole('heading', { name: 'AI Insights' })).toBeVisible();
  await actor.keyboard('{Control>}gu{/Control}');
  expect(window.location.pathname).toBe('/ai-insights');
});

it('works with Caps Lock, but not with Shift', async () => {
  const { actor } = await open();
  await actor.keyboard('{Shift>}GA{/Shift}');
  await actor.keyboard('{CapsLock}GU{CapsLock}');
  expect(await screen.findByRole('heading', { name: 'Meta Custom Leads' })).toBeVisible();
});

it('does not trigger a screen shortcut with the second letter', async () => {
  const { actor } = await open();
  const heard: string[] = [];
  const listen = ({ key }: KeyboardEvent): void => void heard.push(key);
  document.addEventListener('keydown', listen);
  await actor.keyboard('dgsd');
  document.removeEventListener('keydown', listen);
  expect(heard).toEqual(['d', 'g', 'd']);
});

it('has unique shortcuts, and one for every sidebar entry', () => {
  const keys = allShortcuts.map((shortcut) => [shortcut.modifier, ...shortcut.keys].join(' '));
  expect(new Set(keys).size).toBe(keys.length);
  expect(navTargets.map(({ href }) => href)).toHaveLength(11);
});
