import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { readUser } from '#client/stores/userStore.ts';
import { updateProfile } from '#shared/contracts/users.ts';

setUpFakeServer();

const open = async () => {
  const rendered = await renderApp({ path: '/settings', user: buildUser() });
  await screen.findByRole('heading', { name: 'User Profile' });
  return rendered;
};
const password = (): HTMLElement => screen.getByLabelText('Password', { selector: 'input' });

it('sends the password only when one was typed, exactly as typed, and empties it afterwards [S5.PROF.3] [S5.PROF.4] [S8.PROF.1]', async () => {
  fakeServer().on(updateProfile, () => ({
    message: 'Saved it',
    data: buildUser({ name: 'Ada B. Example', token: '' }),
  }));
  const { actor } = await open();
  await actor.clear(screen.getByLabelText('Username'));
  await actor.type(screen.getByLabelText('Username'), 'Ada B. Example');
  await actor.click(screen.getByRole('button', { name: 'Update Profile' }));
  expect(await screen.findByText('Saved it')).toBeInTheDocument();
  await actor.type(password(), ' new pass ');
  await actor.click(screen.getByRole('button', { name: 'Update Profile' }));
  await waitFor(() => expect(password()).toHaveValue(''));
  expect(
    fakeServer()
      .calls(updateProfile)
      .map((seen) => seen.body),
  ).toEqual([
    { name: 'Ada B. Example', email: 'ada@example.test' },
    { name: 'Ada B. Example', email: 'ada@example.test', password: ' new pass ' },
  ]);
  expect(readUser()).toEqual(buildUser({ name: 'Ada B. Example' }));
  expect(screen.getByText('Ada B. Example', { selector: 'header span' })).toBeVisible();
});

it('cannot be sent without a name, nor with a short password [S5.PROF.1] [S2.PROF.2]', async () => {
  const { actor } = await open();
  expect(screen.getByLabelText('Email')).toHaveAttribute('readonly');
  await actor.type(password(), 'short');
  await actor.click(screen.getByRole('button', { name: 'Update Profile' }));
  expect(await screen.findByText('Password must be at least 6 characters long')).toBeVisible();
  await actor.clear(screen.getByLabelText('Username'));
  expect(screen.getByRole('button', { name: 'Update Profile' })).toBeDisabled();
  expect(fakeServer().calls(updateProfile)).toEqual([]);
});

it('keeps what was typed after a failure', async () => {
  expectConsoleError(/update_profile/);
  fakeServer().on(updateProfile, () => ({ status: 500 }));
  const { actor } = await open();
  await actor.type(password(), 'secret2');
  await actor.click(screen.getByRole('button', { name: 'Update Profile' }));
  expect(await screen.findByText('failed to update data')).toBeInTheDocument();
  expect(password()).toHaveValue('secret2');
});
