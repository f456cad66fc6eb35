import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { readUser } from '#client/stores/userStore.ts';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { deleteAccount, erasePerson, listErasures } from '#shared/contracts/privacy.ts';
import type { ErasureReceipt } from '#shared/contracts/privacy.ts';
import { messages } from '#shared/messages.ts';

setUpFakeServer();

const open = async (name: 'Erase Person' | 'Delete Account') => {
  const { actor } = await renderApp({ path: '/settings', user: buildUser() });
  await actor.click(await screen.findByRole('button', { name }));
  const dialog = within(await screen.findByRole('dialog', { name }));
  return { actor, dialog, submit: () => actor.click(dialog.getByRole('button', { name })) };
};

const receipt: ErasureReceipt = {
  code: '0123456789abcdef01234567',
  kind: 'person',
  counts: { leads: 2 },
  requestedAt: '2026-11-20T12:00:00.000Z',
  finishedAt: null,
};

it('erases the person who matches the entered data, and links earlier receipts', async () => {
  fakeServer().on(listErasures, () => ({ data: [receipt] }));
  fakeServer().on(erasePerson, () => ({ message: messages.privacy.erased, data: receipt }));
  const { actor, dialog, submit } = await open('Erase Person');
  const link = await dialog.findByRole('link');
  expect(link).toHaveAttribute('href', `/deletion/${receipt.code}`);
  expect(link.closest('li')).toHaveTextContent(/under way$/);
  await actor.type(dialog.getByLabelText('Phone number'), ' 0171 2345678 ');
  await submit();
  expect(await screen.findByText(messages.privacy.erased)).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(
    fakeServer()
      .calls(erasePerson)
      .map(({ body }) => body),
  ).toEqual([{ phone: '0171 2345678' }]);
});

it('loads receipts only when the erase dialog opens', async () => {
  await renderApp({ path: '/settings', user: buildUser() });
  await screen.findByRole('button', { name: 'Erase Person' });
  expect(fakeServer().calls(listErasures)).toEqual([]);
});

it('deletes the account after its address is entered, and shows the server message on the sign-in screen', async () => {
  const message = messages.privacy.accountDeleted(['tiktok']);
  fakeServer().on(deleteAccount, () => ({ message }));
  const { actor, dialog, submit } = await open('Delete Account');
  await actor.type(dialog.getByLabelText('Your e-mail address'), 'ada@example.test');
  await submit();
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
  expect(readUser()._id).toBe('');
  expect(fakeServer().calls(deleteAccount)[0]?.body).toEqual({ email: 'ada@example.test' });
});

it('keeps the dialog and the account when the address is wrong', async () => {
  expectConsoleError(/delete_account/);
  const body = { success: false, message: messages.privacy.otherAddress, code: 'VALIDATION' };
  fakeServer().on(deleteAccount, () => ({ status: 400, body }));
  const { actor, dialog, submit } = await open('Delete Account');
  await actor.type(dialog.getByLabelText('Your e-mail address'), 'else@example.test');
  await submit();
  expect(await screen.findByText(messages.privacy.otherAddress)).toBeInTheDocument();
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Delete Account' })).toBeEnabled());
  expect(readUser()._id).not.toBe('');
});
