import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import type { Failure } from '#client/testing/FakeServer.ts';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { readUser } from '#client/stores/userStore.ts';
import { updateProfile } from '#shared/contracts/users.ts';

setUpFakeServer();

const open = async (user = buildUser()) => {
  const rendered = await renderApp({ path: '/settings', user });
  await screen.findByRole('heading', { name: 'User Profile' });
  return rendered;
};
const password = (): HTMLElement => screen.getByLabelText('Password', { selector: 'input' });

it('sends a password only if entered, exactly as entered, and clears it afterwards [S2.PROF.1] [S2.PROF.3] [S2.PROF.4] [S5.PROF.3] [S5.PROF.4] [S7.UPD.5] [S8.PROF.1]', async () => {
  fakeServer().on(updateProfile, () => ({
    message: 'Saved it',
    data: buildUser({ name: 'Ada B. Example', token: '' }),
  }));
  const { actor } = await open();
  expect(password()).toHaveValue('');
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

it('is not sent without a name or with a short password [S5.PROF.1] [S2.PROF.2]', async () => {
  const { actor } = await open();
  expect(screen.getByLabelText('Email')).toHaveAttribute('readonly');
  await actor.type(password(), 'short');
  await actor.click(screen.getByRole('button', { name: 'Update Profile' }));
  expect(await screen.findByText('Password must be at least 6 characters long')).toBeVisible();
  await actor.clear(screen.getByLabelText('Username'));
  expect(screen.getByRole('button', { name: 'Update Profile' })).toBeDisabled();
  expect(fakeServer().calls(updateProfile)).toEqual([]);
});

it('shows the saved name after saving, and validates only on the next submission', async () => {
  const answered = Promise.withResolvers<void>();
  fakeServer().on(updateProfile, async () => {
    await answered.promise;
    return { message: 'Saved it', data: buildUser({ token: '' }) };
  });
  const { actor } = await open();
  await actor.click(screen.getByRole('button', { name: 'Update Profile' }));
  await waitFor(() => expect(fakeServer().calls(updateProfile)).toHaveLength(1));
  await actor.clear(screen.getByLabelText('Username'));
  answered.resolve();
  expect(await screen.findByText('Saved it')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByLabelText('Username')).toHaveValue(buildUser().name));
  expect(screen.getByRole('button', { name: 'Update Profile' })).toBeEnabled();
  await actor.type(password(), 'a');
  expect(password()).toBeValid();
});

it.each<[string, Failure, string]>([
  ['with the server message [S8.UPD.1]', { status: 500, body: { message: 'No room' } }, 'No room'],
  ['with the default message [S8.UPD.2]', { status: 500 }, 'failed to update data'],
  ['with the default message without a response [S8.UPD.2]', { drop: true }, 'failed to update data'],
])('tells a failure %s, and keeps what was typed', async (_how, failure, text) => {
  expectConsoleError(/update_profile|hang up|fetch/i);
  fakeServer().on(updateProfile, () => failure);
  const { actor } = await open();
  await actor.type(password(), 'secret2');
  await actor.click(screen.getByRole('button', { name: 'Update Profile' }));
  expect(await screen.findAllByText(text)).toHaveLength(1);
  expect(password()).toHaveValue('secret2');
});

it('changes only the fields in the response, so that the session continues [S3.USER.12]', async () => {
  const before = buildUser({ google: true, defaultAccounts: { google: ['111'], facebook: [], tiktok: [] } });
  fakeServer().on(updateProfile, () => ({ status: 200, body: { success: true, data: { name: 'Ada B.' } } }));
  const { actor } = await open(before);
  await actor.click(screen.getByRole('button', { name: 'Update Profile' }));
  expect(await screen.findByText('Ada B.', { selector: 'header span' })).toBeVisible();
  expect(readUser()).toEqual({ ...before, name: 'Ada B.' });
});
