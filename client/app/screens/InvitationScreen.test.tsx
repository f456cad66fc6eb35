import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { readUser, signInUser } from '#client/stores/userStore.ts';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { login } from '#shared/contracts/users.ts';
import { acceptInvitation, readInvitation } from '#shared/contracts/workspaces.ts';
import { messages } from '#shared/messages.ts';

setUpFakeServer();

const path = '/invitation#the-secret';

const offer = (email: string | null) =>
  fakeServer().on(readInvitation, ({ body }) => {
    expect(body).toEqual({ invitation: 'the-secret' });
    return {
      data: {
        workspace: 'Analytical Engines',
        role: 'member' as const,
        invitedBy: 'Ada Example',
        email,
        expiresAt: '2026-12-01T12:00:00.000Z',
      },
    };
  });

it('sends a guest to the registration with address and secret', async () => {
  offer('bea@example.test');
  const { actor } = await renderApp({ path });
  expect(await screen.findByRole('heading', { name: 'Join Analytical Engines' })).toBeVisible();
  await actor.click(screen.getByRole('link', { name: 'Create an account' }));
  expect(await screen.findByLabelText('Email')).toHaveValue('bea@example.test');
  expect(new URLSearchParams(window.location.hash.slice(1)).get('invitation')).toBe('the-secret');
});

it('returns a guest to the invitation after the sign-in', async () => {
  offer(null);
  fakeServer().on(login, () => ({ message: messages.auth.loggedIn, data: buildUser() }));
  const { actor } = await renderApp({ path });
  await actor.click(await screen.findByRole('link', { name: 'I have an account' }));
  await actor.type(await screen.findByLabelText('Email'), 'ada@example.test');
  await actor.type(screen.getByLabelText('Password'), 'a long enough one');
  await actor.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByRole('button', { name: 'Join' })).toBeVisible();
  expect(window.location.hash).toBe('#the-secret');
});

it('offers no registration when registration is closed', async () => {
  offer(null);
  await renderApp({ path, config: { registration: 'closed', registrationText: 'closed' } });
  expect(await screen.findByRole('link', { name: 'I have an account' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull();
});

it('joins as the signed-in person, and reloads with the message of the server', async () => {
  offer(null);
  const message = messages.workspaces.entered('Analytical Engines');
  fakeServer().on(acceptInvitation, () => ({ message, data: buildUser({ name: 'Ada B. Example' }) }));
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  const { actor } = await renderApp({ path });
  act(() => signInUser(buildUser({ google: true })));
  await actor.click(await screen.findByRole('button', { name: 'Join' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/overview'));
  expect(sessionStorage.getItem('workspace:message')).toBe(message);
  expect(readUser()).toMatchObject({ name: 'Ada B. Example', google: false });
  assign.mockRestore();
});

it('rejects an invitation for another address, and offers to use another account', async () => {
  offer('bea@example.test');
  const { actor } = await renderApp({ path });
  act(() => signInUser(buildUser()));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    messages.workspaces.invitationForOther('bea@example.test'),
  );
  expect(screen.queryByRole('button', { name: 'Join' })).toBeNull();
  await actor.click(screen.getByRole('button', { name: 'Use another account' }));
  expect(await screen.findByRole('link', { name: 'Create an account' })).toBeVisible();
});

it('shows that an invitation was already used, and offers a retry after other failures', async () => {
  expectConsoleError(/invitations/);
  fakeServer().on(readInvitation, () => ({ status: 503, body: { message: 'Away', code: 'UNAVAILABLE' } }));
  const { actor } = await renderApp({ path });
  expect(await screen.findByText('Away')).toBeVisible();
  const body = { message: messages.workspaces.invitationInvalid, code: 'INVITATION_INVALID' };
  fakeServer().on(readInvitation, () => ({ status: 404, body }));
  await actor.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(messages.workspaces.invitationInvalid)).toBeVisible();
});
