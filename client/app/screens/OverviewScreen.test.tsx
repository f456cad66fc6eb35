import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { updateUser } from '#client/stores/userStore.ts';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { setUpFakeServer } from '#client/testing/useFakeServer.ts';

setUpFakeServer();

it('offers each platform and shows which platforms are connected [S2.SEL.1] [S2.SEL.2] [S2.SEL.3] [S2.SEL.4] [S2.SEL.5] [S2.SEL.6] [S2.SEL.7]', async () => {
  const { actor } = await renderApp({ path: '/overview', user: buildUser({ facebook: true }) });
  const chooser = within(await screen.findByRole('group', { name: 'Select Your Account' }));
  const next = screen.getByRole('button', { name: 'Next' });
  expect(next).toBeDisabled();
  await actor.click(chooser.getByRole('button', { name: 'Facebook' }));
  await actor.click(chooser.getByRole('button', { name: 'Google' }));
  const pressed = chooser
    .getAllByRole('button')
    .map((button) => [button.textContent, button.getAttribute('aria-pressed')]);
  expect(pressed).toEqual([
    ['Google', 'true'],
    ['Facebook', 'false'],
    ['TikTok', 'false'],
  ]);
  const states = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(states.filter((text) => text.includes('onnected'))).toEqual([
    'GoogleNot connectedConnect',
    'FacebookConnectedOpen',
    'TikTokNot connectedConnect',
  ]);
  expect(next).toBeEnabled();
});

it.each([
  ['Google', '/google', '[S2.SEL.8]'],
  ['Facebook', '/facebook', '[S2.SEL.9]'],
  ['TikTok', '/tiktok', '[S2.SEL.10]'],
])('goes on from %s to %s %s', async (name, path) => {
  const { actor } = await renderApp({ path: '/overview', user: buildUser() });
  await actor.click(await screen.findByRole('button', { name }));
  await actor.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByRole('heading', { name: `${name} Ads` })).toBeVisible();
  expect(window.location.pathname).toBe(path);
});

const currentStep = (): string | null | undefined =>
  screen.getAllByRole('listitem').find((item) => item.getAttribute('aria-current') === 'step')?.textContent;

it('shows newcomers their next step', async () => {
  await renderApp({ path: '/overview', user: buildUser() });
  expect(await screen.findByRole('heading', { name: 'Three steps to your figures' })).toBeVisible();
  expect(currentStep()).toMatch(/^1Connect a platform/);
  expect(screen.queryByRole('link', { name: 'Preview default accounts' })).toBeNull();
  act(() => updateUser({ tiktok: true }));
  expect(currentStep()).toMatch(/^2Pick ad accounts/);
  expect(screen.getByRole('link', { name: 'Pick TikTok accounts' })).toHaveAttribute('href', '/tiktok');
});

it('shows no first steps to people who have used the preview', async () => {
  const defaultAccounts = { google: [], facebook: ['act_1', 'act_2'], tiktok: [] };
  await renderApp({ path: '/overview', user: buildUser({ facebook: true, defaultAccounts }) });
  expect(await screen.findByRole('link', { name: 'Preview default accounts' })).toHaveAttribute('href', '/preview');
  expect(screen.getByText('2 default accounts')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Three steps to your figures' })).toBeNull();
});
