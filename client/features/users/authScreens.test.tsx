import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { login, register, resetPassword, sendOtp } from '#shared/contracts/users.ts';
import { messages } from '#shared/messages.ts';

setUpFakeServer();

/** A promise and the function that ends it. */
const gate = () => Promise.withResolvers<void>();
const fill = async (actor: UserEvent, values: Record<string, string>): Promise<void> => {
  for (const [label, value] of Object.entries(values)) {
    const input = screen.getByLabelText(label, { selector: 'input' });
    await actor.clear(input);
    if (value !== '') await actor.type(input, value);
  }
};
const storedUser = (): unknown =>
  (JSON.parse(localStorage.getItem('persist:user') ?? 'null') as { state: unknown } | null)?.state;
const submitButton = (name: string): HTMLElement => screen.getByRole('button', { name });

describe('the sign-in screen', () => {
  it('checks e-mail and password before it sends anything [S5.LOGIN.1] [S5.LOGIN.2] [S5.LOGIN.3]', async () => {
    const { actor } = await renderApp({ path: '/sign-in' });
    await actor.click(await screen.findByRole('button', { name: 'Login' }));
    expect(await screen.findByText('email is required')).toBeVisible();
    expect(screen.getByText('Password must be at least 6 characters long')).toBeVisible();
    const email = screen.getByLabelText('Email');
    expect(email).toHaveFocus();
    expect(email).toBeInvalid();
    expect(email).toHaveAccessibleDescription('email is required');
    await fill(actor, { Email: 'abc', Password: 'abcde' });
    await actor.click(submitButton('Login'));
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
    expect(fakeServer().calls()).toEqual([]);
  });

  it('sends exactly e-mail and password, stores the answer and goes to the overview [S4.SESS.1] [S4.FORM.1] [S4.FORM.2] [S8.AUTH.6]', async () => {
    const answered = gate();
    fakeServer().on(login, async () => {
      await answered.promise;
      return { message: 'Hello again', data: buildUser({ google: true }) };
    });
    const { actor } = await renderApp({ path: '/sign-in' });
    await screen.findByRole('button', { name: 'Login' });
    await fill(actor, { Email: ' ada@example.test ', Password: ' secret ' });
    await actor.click(submitButton('Login'));
    expect(await screen.findByRole('button', { name: 'Login...' })).toBeDisabled();
    answered.resolve();
    expect(await screen.findByText('Hello again')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible();
    const [seen] = fakeServer().calls(login);
    expect(seen?.body).toEqual({ email: 'ada@example.test', password: ' secret ' });
    expect(seen?.headers.authorization).toBeUndefined();
    expect(storedUser()).toEqual(buildUser({ google: true }));
  });

  it.each([
    [
      'the server message',
      { status: 401, body: { message: 'Invalid email or password' } },
      'Invalid email or password',
    ],
    ['the general text', { status: 500 }, messages.auth.failed],
    ['the general text for a lost connection', { drop: true as const }, messages.auth.failed],
  ])(
    'shows %s after a failure, once, and keeps the fields [S8.AUTH.1] [S8.AUTH.5] [S8.HELP.4]',
    async (_name, failure, text) => {
      expectConsoleError(/user\/login|hang up|fetch/i);
      fakeServer().on(login, () => failure);
      const { actor } = await renderApp({ path: '/sign-in' });
      await screen.findByRole('button', { name: 'Login' });
      await fill(actor, { Email: 'ada@example.test', Password: 'secret1' });
      await actor.click(submitButton('Login'));
      expect(await screen.findAllByText(text)).toHaveLength(1);
      expect(screen.getByLabelText('Email')).toHaveValue('ada@example.test');
      expect(screen.getByRole('button', { name: 'Login' })).toBeEnabled();
      expect(window.location.pathname).toBe('/sign-in');
    },
  );

  it('shows and hides the password, and links to the other screens [S2.LOGIN.6] [S2.LOGIN.7] [S2.LOGIN.8]', async () => {
    const { actor } = await renderApp({ path: '/sign-in' });
    const toggle = await screen.findByRole('button', { name: 'Show password' });
    const password = screen.getByLabelText('Password', { selector: 'input' });
    expect(password).toHaveAttribute('type', 'password');
    await actor.click(toggle);
    expect(password).toHaveAttribute('type', 'text');
    expect(toggle).toHaveAttribute('aria-pressed', 'true');
    await actor.click(toggle);
    expect(password).toHaveAttribute('type', 'password');
    expect(screen.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute('href', '/forgot-password');
    expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/register');
    expect(screen.getByText('Or continue with')).toBeVisible();
  });

  it('says so when Google sign-in is not set up', async () => {
    await renderApp({ path: '/sign-in' });
    expect(await screen.findByText(messages.auth.googleOff)).toBeVisible();
  });
});

describe('the register screen', () => {
  const complete = {
    Name: 'Ada Example',
    Email: 'ada@example.test',
    Password: 'secret1',
    'Confirm password': 'secret1',
  };

  it('names every missing field [S5.REG.1] [S5.REG.2] [S5.REG.4] [S5.REG.5]', async () => {
    const { actor } = await renderApp({ path: '/register' });
    await actor.click(await screen.findByRole('button', { name: 'Register' }));
    expect(await screen.findByText('name is required')).toBeVisible();
    expect(screen.getByText('email is required')).toBeVisible();
    expect(screen.getAllByText('Password must be at least 6 characters long')).toHaveLength(2);
    expect(fakeServer().calls()).toEqual([]);
  });

  it('refuses different passwords with a toast and sends nothing [S5.REG.6] [S5.REG.7]', async () => {
    const { actor } = await renderApp({ path: '/register' });
    await screen.findByRole('button', { name: 'Register' });
    await fill(actor, { ...complete, 'Confirm password': 'secret2' });
    await actor.click(submitButton('Register'));
    expect(await screen.findByText("password don't match")).toBeInTheDocument();
    expect(fakeServer().calls()).toEqual([]);
  });

  it('sends exactly the four fields and signs in [S4.SESS.2] [S4.FORM.3] [S4.FORM.4]', async () => {
    const answered = gate();
    fakeServer().on(register, async () => {
      await answered.promise;
      return { message: 'Registered successfully', data: buildUser() };
    });
    const { actor } = await renderApp({ path: '/register' });
    await screen.findByRole('button', { name: 'Register' });
    await fill(actor, complete);
    await actor.click(submitButton('Register'));
    expect(await screen.findByRole('button', { name: 'Register...' })).toBeDisabled();
    answered.resolve();
    expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible();
    expect(fakeServer().calls(register)[0]?.body).toEqual({
      name: 'Ada Example',
      email: 'ada@example.test',
      password: 'secret1',
      confirmpassword: 'secret1',
    });
    expect(storedUser()).toEqual(buildUser());
  });

  it('toggles each password by itself and links to /login [S2.REG.5] [S2.REG.6] [S2.REG.8]', async () => {
    const { actor } = await renderApp({ path: '/register' });
    await actor.click(await screen.findByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password', { selector: 'input' })).toHaveAttribute('type', 'text');
    expect(screen.getByLabelText('Confirm password', { selector: 'input' })).toHaveAttribute('type', 'password');
    expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  });

  it('follows the smallest password length of the install', async () => {
    const { actor } = await renderApp({ path: '/register', config: { passwordMinLength: 10 } });
    await screen.findByRole('button', { name: 'Register' });
    await fill(actor, complete);
    await actor.click(submitButton('Register'));
    expect(await screen.findAllByText('Password must be at least 10 characters long')).toHaveLength(2);
  });
});

describe('a forgotten password', () => {
  it('takes the address from the first screen to the second, and ends at the sign-in [S2.FORGOT.5] [S2.RESET.3] [S2.RESET.4] [S2.RESET.8]', async () => {
    fakeServer().on(sendOtp, () => ({ message: 'A code is on its way' }));
    fakeServer().on(resetPassword, () => ({ message: 'Password reset successfully' }));
    const { actor } = await renderApp({ path: '/forgot-password' });
    const send = await screen.findByRole('button', { name: 'Send OTP' });
    expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/sign-in');
    await actor.click(send);
    expect(await screen.findByText('email is required')).toBeVisible();
    await fill(actor, { Email: 'ada@example.test' });
    await actor.click(send);
    expect(await screen.findByText('A code is on its way')).toBeInTheDocument();
    expect(
      fakeServer()
        .calls(sendOtp)
        .map((seen) => seen.body),
    ).toEqual([{ email: 'ada@example.test' }]);

    const otp = await screen.findByLabelText('OTP');
    const email = screen.getByLabelText('Email');
    expect(window.location.pathname + window.location.search).toBe('/reset-password');
    expect(email).toHaveValue('ada@example.test');
    expect(email).toBeDisabled();
    expect(email).toHaveAttribute('readonly');
    expect(otp).toHaveAttribute('inputmode', 'numeric');

    await actor.click(submitButton('Reset Password'));
    expect(await screen.findByText('otp is required')).toBeVisible();
    await fill(actor, { OTP: 'abc', 'New password': 'newpass1', 'Confirm password': 'newpass2' });
    await actor.click(submitButton('Reset Password'));
    expect(await screen.findByText('Please enter a valid number')).toBeVisible();
    await fill(actor, { OTP: '123456' });
    await actor.click(submitButton('Reset Password'));
    expect(await screen.findByText("password don't match")).toBeInTheDocument();
    expect(fakeServer().calls(resetPassword)).toEqual([]);

    await fill(actor, { 'Confirm password': 'newpass1' });
    await actor.click(submitButton('Reset Password'));
    expect(await screen.findByText('Password reset successfully')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
    expect(fakeServer().calls(resetPassword)[0]?.body).toEqual({
      email: 'ada@example.test',
      otp: '123456',
      newPassword: 'newpass1',
      confirmPassword: 'newpass1',
    });
  });

  it('shows no form without an address and steps back [S2.RESET.1] [S2.RESET.2]', async () => {
    await renderApp({ path: '/reset-password', previousPath: '/register' });
    expect(document.querySelector('form')).toBeNull();
    expect(await screen.findByRole('heading', { name: 'Create an account' })).toBeVisible();
    expect(window.location.pathname).toBe('/register');
  });

  it('asks for the address where there is nothing to step back to', async () => {
    // Every entry before was replaced by this one, as in a tab that was opened with it.
    vi.spyOn(window.history, 'back').mockImplementation(() => undefined);
    await renderApp({ path: '/reset-password' });
    expect(await screen.findByRole('heading', { name: 'Forgot password' })).toBeVisible();
    vi.restoreAllMocks();
  });
});
