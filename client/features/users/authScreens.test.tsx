import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { watchHeadings } from '#client/testing/watchHeadings.ts';
import type { Failure } from '#client/testing/FakeServer.ts';
import { login, register, resetPassword, sendOtp } from '#shared/contracts/users.ts';
import { connectedAccounts } from '#shared/contracts/connections.ts';
import { messages } from '#shared/messages.ts';

setUpFakeServer();

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

/** Checks that each toggle reveals only its own password field. Masks all fields again. */
const expectOwnToggles = async (actor: UserEvent, fields: [label: string, toggle: string][]): Promise<void> => {
  const types = () => fields.map(([label]) => screen.getByLabelText(label, { selector: 'input' }).getAttribute('type'));
  for (const [index, [, toggle]] of fields.entries()) {
    await actor.click(screen.getByRole('button', { name: toggle }));
    expect(types()).toEqual(fields.map((_field, at) => (at === index ? 'text' : 'password')));
    await actor.click(screen.getByRole('button', { name: toggle }));
    expect(types()).toEqual(fields.map(() => 'password'));
  }
};

describe('the sign-in screen', () => {
  it('checks e-mail and password before sending [S5.LOGIN.1] [S5.LOGIN.2] [S5.LOGIN.3]', async () => {
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

  it('sends exactly e-mail and password, stores the response field by field and opens the overview with its token [S3.USER.1] [S3.USER.2] [S3.USER.3] [S3.USER.4] [S3.USER.5] [S3.USER.6] [S3.USER.7] [S3.USER.8] [S3.USER.9] [S3.USER.10] [S3.PAY.1] [S4.SESS.1] [S4.FORM.1] [S4.FORM.2] [S8.AUTH.6] [S2.LOGIN.9]', async () => {
    const answered = gate();
    const defaultAccounts = { google: ['111'], facebook: [], tiktok: ['755', '756'] };
    const data = buildUser({ google: true, tiktok: true, token: 'token-of-the-answer', defaultAccounts });
    fakeServer().on(login, async () => {
      await answered.promise;
      return { message: 'Hello again', data };
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
    expect(storedUser()).toEqual(data);
    await waitFor(() => expect(fakeServer().calls(connectedAccounts)).toHaveLength(1));
    expect(fakeServer().calls(connectedAccounts)[0]?.headers.authorization).toBe('Bearer token-of-the-answer');
  });

  it('has a title, two fields, a toggle for the password, and links to the other screens [S2.LOGIN.1] [S2.LOGIN.3] [S2.LOGIN.4] [S2.LOGIN.5] [S2.LOGIN.6] [S2.LOGIN.7] [S2.LOGIN.8]', async () => {
    const { actor } = await renderApp({ path: '/sign-in' });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Welcome back');
    expect(screen.getByRole('textbox', { name: 'Email' })).toBeVisible();
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

  it('links to the public pages', async () => {
    await renderApp({ path: '/sign-in' });
    const pages = within(await screen.findByRole('contentinfo')).getAllByRole('link');
    expect(pages.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Home', '/'],
      ['Privacy Policy', '/privacy-policy'],
      ['Terms & Conditions', '/terms-of-service'],
    ]);
  });

  it('warns about Caps Lock while a password is entered', async () => {
    const { actor } = await renderApp({ path: '/sign-in' });
    const password = await screen.findByLabelText('Password', { selector: 'input' });
    await actor.click(password);
    await actor.keyboard('{CapsLock}s');
    expect(screen.getByText('Caps Lock is on')).toBeVisible();
    await actor.keyboard('{CapsLock}s');
    expect(screen.queryByText('Caps Lock is on')).toBeNull();
    await actor.keyboard('{CapsLock}s');
    expect(screen.getByText('Caps Lock is on')).toBeVisible();
    await actor.tab();
    expect(screen.queryByText('Caps Lock is on')).toBeNull();
  });

  it('shows a text when Google sign-in is not set up', async () => {
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

  it('has four fields and reports each missing or invalid one [S2.REG.1] [S2.REG.2] [S2.REG.3] [S2.REG.4] [S5.REG.1] [S5.REG.2] [S5.REG.3] [S5.REG.4] [S5.REG.5]', async () => {
    const { actor } = await renderApp({ path: '/register' });
    await screen.findByRole('button', { name: 'Register' });
    const fields = Object.keys(complete).map((label) => screen.getByLabelText(label, { selector: 'input' }));
    expect(fields.map((field) => field.getAttribute('type'))).toEqual(['text', 'email', 'password', 'password']);
    await actor.click(await screen.findByRole('button', { name: 'Register' }));
    expect(await screen.findByText('name is required')).toBeVisible();
    expect(screen.getByText('email is required')).toBeVisible();
    expect(screen.getAllByText('Password must be at least 6 characters long')).toHaveLength(2);
    await fill(actor, { Email: 'ada@example' });
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
    expect(fakeServer().calls()).toEqual([]);
  });

  it('accepts a password of six characters, but rejects five [S9.C.1]', async () => {
    fakeServer().on(register, () => ({ message: 'Registered successfully', data: buildUser() }));
    const { actor } = await renderApp({ path: '/register' });
    await screen.findByRole('button', { name: 'Register' });
    await fill(actor, { ...complete, Password: 'abcde', 'Confirm password': 'abcde' });
    await actor.click(submitButton('Register'));
    expect(await screen.findAllByText('Password must be at least 6 characters long')).toHaveLength(2);
    expect(fakeServer().calls(register)).toEqual([]);
    await fill(actor, { Password: 'abcdef', 'Confirm password': 'abcdef' });
    await actor.click(submitButton('Register'));
    await waitFor(() => expect(fakeServer().calls(register)).toHaveLength(1));
    expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible();
  });

  it('rejects different passwords with a toast and sends nothing [S5.REG.6] [S5.REG.7]', async () => {
    const { actor } = await renderApp({ path: '/register' });
    await screen.findByRole('button', { name: 'Register' });
    await fill(actor, { ...complete, 'Confirm password': 'secret2' });
    await actor.click(submitButton('Register'));
    expect(await screen.findByText("password don't match")).toBeInTheDocument();
    expect(fakeServer().calls()).toEqual([]);
  });

  it('sends exactly the four fields and signs in [S3.PAY.2] [S2.REG.9] [S4.SESS.2] [S4.FORM.3] [S4.FORM.4] [S8.AUTH.7]', async () => {
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
    expect(await screen.findByText('Registered successfully')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible();
    expect(window.location.pathname).toBe('/overview');
    expect(fakeServer().calls(register)[0]?.body).toEqual({
      name: 'Ada Example',
      email: 'ada@example.test',
      password: 'secret1',
      confirmpassword: 'secret1',
    });
    expect(storedUser()).toEqual(buildUser());
  });

  it('toggles each password on its own and links to /login [S2.REG.5] [S2.REG.6] [S2.REG.8]', async () => {
    const { actor } = await renderApp({ path: '/register' });
    await screen.findByRole('button', { name: 'Register' });
    await expectOwnToggles(actor, [
      ['Password', 'Show password'],
      ['Confirm password', 'Show confirmed password'],
    ]);
    expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  });

  it('uses the minimum password length of the install', async () => {
    const { actor } = await renderApp({ path: '/register', config: { passwordMinLength: 10 } });
    await screen.findByRole('button', { name: 'Register' });
    expect(screen.getByLabelText('Password', { selector: 'input' })).toHaveAccessibleDescription(
      'At least 10 characters',
    );
    await fill(actor, complete);
    await actor.click(submitButton('Register'));
    expect(await screen.findAllByText('Password must be at least 10 characters long')).toHaveLength(2);
  });
});

describe('the register screen without open registration', () => {
  const link = '/register#email=ada%40example.test&invitation=secret-of-the-link';

  it.each([
    ['invite', '/register'],
    ['closed', '/register'],
    ['closed', link],
  ] as const)('says that registration is %s in place of the form at %s', async (registration, path) => {
    await renderApp({ path, config: { registration, registrationText: messages.auth.registration[registration] } });
    expect(await screen.findByText(messages.auth.registration[registration])).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Register' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  });

  it('fills in the invited address, and sends the invitation from the link', async () => {
    fakeServer().on(register, () => ({ message: 'Registered successfully', data: buildUser() }));
    const { actor } = await renderApp({ path: link, config: { registration: 'invite' } });
    expect(await screen.findByLabelText('Email')).toHaveValue('ada@example.test');
    expect(screen.getByLabelText('Email')).toHaveAttribute('readonly');
    await fill(actor, { Name: 'Ada', Password: 'secret1', 'Confirm password': 'secret1' });
    await actor.click(submitButton('Register'));
    await waitFor(() => expect(fakeServer().calls(register)).toHaveLength(1));
    expect(fakeServer().calls(register)[0]?.body).toEqual({
      name: 'Ada',
      email: 'ada@example.test',
      password: 'secret1',
      confirmpassword: 'secret1',
      invitation: 'secret-of-the-link',
    });
  });
});

describe('a refusal', () => {
  type Form = { path: string; submit: string; fields: Record<string, string>; fail: (failure: Failure) => void };
  const signInForm: Form = {
    path: '/sign-in',
    submit: 'Login',
    fields: { Email: 'ada@example.test', Password: 'secret1' },
    fail: (failure) => fakeServer().on(login, () => failure),
  };
  const forms: [row: string, form: Form][] = [
    ['[S8.AUTH.1]', signInForm],
    [
      '[S8.AUTH.2]',
      {
        path: '/register',
        submit: 'Register',
        fields: { Name: 'Ada', Email: 'ada@example.test', Password: 'secret1', 'Confirm password': 'secret1' },
        fail: (failure) => fakeServer().on(register, () => failure),
      },
    ],
    [
      '[S8.AUTH.3]',
      {
        path: '/forgot-password',
        submit: 'Send OTP',
        fields: { Email: 'ada@example.test' },
        fail: (failure) => fakeServer().on(sendOtp, () => failure),
      },
    ],
    [
      '[S8.AUTH.4]',
      {
        path: '/reset-password',
        submit: 'Reset Password',
        fields: { OTP: '123456', 'New password': 'secret1', 'Confirm password': 'secret1' },
        fail: (failure) => fakeServer().on(resetPassword, () => failure),
      },
    ],
  ];
  const send = async ({ path, submit, fields, fail }: Form, failure: Failure): Promise<{ actor: UserEvent }> => {
    expectConsoleError(/POST \/user\/|hang up|fetch/i);
    fail(failure);
    const rendered = await renderApp({ path, state: { email: 'ada@example.test' } });
    await screen.findByRole('button', { name: submit });
    await fill(rendered.actor, fields);
    await rendered.actor.click(submitButton(submit));
    return rendered;
  };

  it.each(forms)(
    'shows the server message or the default message once, and keeps the form %s [S8.AUTH.5] [S8.HELP.4]',
    async (_row, form) => {
      const { actor } = await send(form, { status: 409, body: { message: 'Not like this' } });
      expect(await screen.findAllByText('Not like this')).toHaveLength(1);
      form.fail({ status: 500 });
      await waitFor(() => expect(submitButton(form.submit)).toBeEnabled());
      await actor.click(submitButton(form.submit));
      expect(await screen.findAllByText('There was an error submitting your form. Please try again.')).toHaveLength(1);
      expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(2);
      for (const [label, value] of Object.entries(form.fields))
        expect(screen.getByLabelText(label, { selector: 'input' })).toHaveValue(value);
      expect(window.location.pathname).toBe(form.path);
    },
  );

  it('shows the default message when the connection is lost [S8.AUTH.5]', async () => {
    await send(signInForm, { drop: true });
    expect(await screen.findByText('There was an error submitting your form. Please try again.')).toBeInTheDocument();
  });
});

describe('a forgotten password', () => {
  const openReset = async (): Promise<{ actor: UserEvent }> => {
    const rendered = await renderApp({ path: '/reset-password', state: { email: 'ada@example.test' } });
    await screen.findByRole('button', { name: 'Reset Password' });
    return rendered;
  };
  const complete = { OTP: '123456', 'New password': 'newpass1', 'Confirm password': 'newpass1' };

  it('starts with one field, the e-mail address [S2.FORGOT.1] [S2.FORGOT.2] [S2.FORGOT.3] [S5.FORGOT.1] [S5.FORGOT.2]', async () => {
    const { actor } = await renderApp({ path: '/forgot-password' });
    const send = await screen.findByRole('button', { name: 'Send OTP' });
    expect([...document.querySelectorAll('input')]).toEqual([screen.getByLabelText('Email')]);
    expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/sign-in');
    await actor.click(send);
    expect(await screen.findByText('email is required')).toBeVisible();
    await fill(actor, { Email: 'ada' });
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
    expect(fakeServer().calls()).toEqual([]);
  });

  it('reads address and code from an operator link', async () => {
    await renderApp({
      path: '/reset-password#email=ada%2Bleads%40example.test&code=012345678901234567890123456789012345678',
    });
    expect(await screen.findByLabelText('Email')).toHaveValue('ada+leads@example.test');
    expect(screen.getByLabelText('OTP')).toHaveValue('012345678901234567890123456789012345678');
  });

  it('passes the address to the reset screen without showing it in the URL [S3.PAY.3] [S4.FORM.5] [S4.FORM.6] [S8.AUTH.8] [S2.FORGOT.4] [S2.FORGOT.5] [S2.ROUTE.7] [S2.RESET.3] [S2.RESET.4]', async () => {
    const answered = gate();
    fakeServer().on(sendOtp, async () => {
      await answered.promise;
      return { message: 'A code is on its way' };
    });
    const { actor } = await renderApp({ path: '/forgot-password' });
    await screen.findByRole('button', { name: 'Send OTP' });
    await fill(actor, { Email: 'ada@example.test' });
    await actor.click(submitButton('Send OTP'));
    expect(await screen.findByRole('button', { name: 'Send OTP...' })).toBeDisabled();
    answered.resolve();
    expect(await screen.findByText('A code is on its way')).toBeInTheDocument();
    expect(fakeServer().calls(sendOtp)).toMatchObject([{ body: { email: 'ada@example.test' } }]);
    expect(Object.keys(Object(fakeServer().calls(sendOtp)[0]?.body))).toEqual(['email']);

    expect(await screen.findByRole('button', { name: 'Reset Password' })).toBeVisible();
    expect(window.location.pathname + window.location.search).toBe('/reset-password');
    expect((window.history.state as { usr: unknown }).usr).toEqual({ email: 'ada@example.test' });
    const email = screen.getByLabelText('Email');
    expect(email).toHaveValue('ada@example.test');
    expect(email).toBeDisabled();
    expect(email).toHaveAttribute('readonly');
  });

  it('does not navigate after the person has opened another screen', async () => {
    const answered = gate();
    fakeServer().on(sendOtp, async () => {
      await answered.promise;
      return { message: 'A code is on its way' };
    });
    const { actor } = await renderApp({ path: '/forgot-password' });
    await screen.findByRole('button', { name: 'Send OTP' });
    await fill(actor, { Email: 'ada@example.test' });
    await actor.click(submitButton('Send OTP'));
    await waitFor(() => expect(fakeServer().calls(sendOtp)).toHaveLength(1));
    await actor.click(screen.getByRole('link', { name: 'Login' }));
    await screen.findByRole('heading', { name: 'Welcome back' });
    answered.resolve();
    expect(await screen.findByText('A code is on its way')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    expect(window.location.pathname).toBe('/sign-in');
  });

  it('rejects an invalid code, a short password and different passwords, and sends nothing [S5.RESET.2] [S5.RESET.3] [S5.RESET.4] [S5.RESET.5] [S5.RESET.6] [S5.RESET.7]', async () => {
    const { actor } = await openReset();
    await actor.click(submitButton('Reset Password'));
    expect(await screen.findByText('otp is required')).toBeVisible();
    expect(screen.getAllByText('Password must be at least 6 characters long')).toHaveLength(2);
    await fill(actor, { OTP: 'abc', 'New password': 'newpass1', 'Confirm password': 'newpass2' });
    expect(await screen.findByText('Please enter a valid number')).toBeVisible();
    expect(screen.queryByText('Password must be at least 6 characters long')).toBeNull();
    await fill(actor, { OTP: '123456' });
    await actor.click(submitButton('Reset Password'));
    expect(await screen.findByText("password don't match")).toBeInTheDocument();
    expect(fakeServer().calls()).toEqual([]);
  });

  it('saves the new password and opens the sign-in screen [S3.PAY.4] [S4.FORM.7] [S4.FORM.8] [S8.AUTH.9] [S2.RESET.8]', async () => {
    const answered = gate();
    fakeServer().on(resetPassword, async () => {
      await answered.promise;
      return { message: 'Password reset successfully' };
    });
    const { actor } = await openReset();
    await fill(actor, complete);
    await actor.click(submitButton('Reset Password'));
    expect(await screen.findByRole('button', { name: 'Reset Password...' })).toBeDisabled();
    answered.resolve();
    expect(await screen.findByText('Password reset successfully')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
    expect(window.location.pathname).toBe('/sign-in');
    expect(fakeServer().calls(resetPassword)[0]?.body).toEqual({
      email: 'ada@example.test',
      otp: '123456',
      newPassword: 'newpass1',
      confirmPassword: 'newpass1',
    });
  });

  it('has a numeric code field and two masked passwords, each with its own toggle [S2.RESET.5] [S2.RESET.6] [S2.RESET.7] [S4.FORM.9]', async () => {
    const { actor } = await openReset();
    const code = screen.getByLabelText('OTP');
    expect(code).toHaveAttribute('inputmode', 'numeric');
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    expect(code).toHaveFocus();
    expect(screen.getByLabelText('New password')).toHaveAccessibleDescription('At least 6 characters');
    expect(screen.getByRole('link', { name: 'Ask for another one' })).toHaveAttribute('href', '/forgot-password');
    await expectOwnToggles(actor, [
      ['New password', 'Show new password'],
      ['Confirm password', 'Show confirmed password'],
    ]);
  });

  it('shows no form and goes back without an address [S2.RESET.1] [S2.RESET.2]', async () => {
    const headings = watchHeadings();
    await renderApp({ path: '/reset-password', previousPath: '/register' });
    expect(document.querySelector('form')).toBeNull();
    expect(await screen.findByRole('heading', { name: 'Create an account' })).toBeVisible();
    expect([...headings]).toEqual(['Create an account']);
    expect(window.location.pathname).toBe('/register');
  });

  it('opens the address screen when there is no earlier entry', async () => {
    // As in a new tab: history holds no earlier entry of the app.
    vi.spyOn(window.history, 'back').mockImplementation(() => undefined);
    await renderApp({ path: '/reset-password' });
    expect(await screen.findByRole('heading', { name: 'Forgot password' })).toBeVisible();
    vi.restoreAllMocks();
  });
});
