import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { consoleLines, expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { readUser } from '#client/stores/userStore.ts';
import { socialLogin } from '#shared/contracts/users.ts';
import { messages } from '#shared/messages.ts';

setUpFakeServer();
afterEach(() => {
  delete window.google;
  vi.restoreAllMocks();
});

type Identity = NonNullable<NonNullable<NonNullable<typeof window.google>['accounts']>['id']>;

const open = async (path: string, scriptUrl: string) => {
  // The test browser runs no external scripts, so the test catches the script element and fires its events.
  const append = vi.spyOn(document.head, 'append');
  append.mockImplementation((...nodes) => {
    for (const node of nodes)
      if (node instanceof Node && !(node instanceof HTMLScriptElement && node.src !== ''))
        document.head.appendChild(node);
  });
  await renderApp({ path, config: { googleClientId: 'client-1', googleSigninScriptUrl: scriptUrl } });
  await screen.findByText('Or continue with');
  return waitFor(() => {
    const script = append.mock.calls.flat().find((node) => node instanceof HTMLScriptElement && node.src === scriptUrl);
    if (!(script instanceof HTMLScriptElement)) throw new Error('The script was not requested');
    return script;
  });
};

/** A fake of Google's script. Returns a function that presses the button. */
const installGoogle = () => {
  const initialize = vi.fn<Identity['initialize']>();
  const renderButton = vi.fn<Identity['renderButton']>((parent) => parent.append('Continue with Google'));
  window.google = { accounts: { id: { initialize, renderButton } } };
  return { initialize, press: (credential: string) => initialize.mock.lastCall?.[0].callback({ credential }) };
};

it('loads the script of the identity provider and signs in with the credential of its button [S2.REG.7] [S3.PAY.5] [S3.PAY.6] [S4.SESS.3] [S4.SESS.4] [S7.GSI.1]', async () => {
  fakeServer().on(socialLogin, () => ({ message: 'Hello from Google', data: buildUser() }));
  const script = await open('/register', 'https://accounts.example.test/one.js');
  const google = installGoogle();
  fireEvent.load(script);
  expect(await screen.findByText('Continue with Google')).toBeVisible();
  expect(google.initialize.mock.lastCall?.[0].client_id).toBe('client-1');
  act(() => google.press('id-token'));
  expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible();
  expect(window.location.pathname).toBe('/overview');
  expect(readUser()).toEqual(buildUser());
  expect(fakeServer().calls(socialLogin)[0]?.body).toEqual({ type: 1, token: 'id-token' });
});

it('shows the message when the server rejects the credential [S8.GSI.2]', async () => {
  expectConsoleError(/social-login/);
  fakeServer().on(socialLogin, () => ({
    status: 401,
    body: { message: messages.auth.googleRefused, code: 'GOOGLE_TOKEN_REFUSED' },
  }));
  const script = await open('/sign-in', 'https://accounts.example.test/two.js');
  const google = installGoogle();
  fireEvent.load(script);
  await screen.findByText('Continue with Google');
  act(() => google.press('forged'));
  expect(await screen.findByText(messages.auth.googleRefused)).toBeInTheDocument();
});

it('keeps the form usable when the script is blocked, and only logs it [S8.GSI.1]', async () => {
  expectConsoleError(/Google sign-in is not available/);
  const script = await open('/sign-in', 'https://accounts.example.test/three.js');
  fireEvent.error(script);
  await waitFor(() => expect(consoleLines()).toEqual([expect.stringContaining('Google sign-in is not available')]));
  expect(screen.getByRole('button', { name: 'Login' })).toBeEnabled();
  expect(document.querySelector('[data-sonner-toast]')).toBeNull();
});
