import { eq, like } from '#server/database/drizzle.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { login, resetPassword, sendOtp, updateProfile } from '#shared/contracts/users.ts';
import { oneTimeCode } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { resetCodes, rateLimits, sessions, users } from '#server/database/schema.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { SandboxMail } from '#testing/sandbox/sandboxControl.ts';
import type { Throttle } from '#server/lib/throttle.ts';
import { createAccountThrottles } from '#server/modules/users/accounts/accountThrottles.ts';
import { api } from '#server/modules/users/testing/accountApi.ts';
import { mailsTo, sendRaw, untilBlocked } from '#server/modules/users/testing/accountTests.ts';

// All tests use one network address, so each test resets the limits.
beforeEach(() => api.context.db.delete(rateLimits));

const oldPassword = 'sample pass';
const newPassword = 'another pass';

const readCode = (mail: SandboxMail | undefined): string => {
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
  if (!code) throw new Error('a mail with a code was expected');
  return code;
};

/** Requests a code and reads it from the inbox. */
const askForCode = async (email: string): Promise<string> => {
  const before = (await mailsTo(api, email)).length;
  expect((await api.request(sendOtp, { body: { email } })).status).toBe(200);
  await api.waitUntil(async () => (await mailsTo(api, email)).length > before);
  return readCode((await mailsTo(api, email)).at(-1));
};

const reset = (email: string, otp: string, password = newPassword) =>
  api.request(resetPassword, { body: { email, otp, newPassword: password, confirmPassword: password } });
/** A raw reset request, as a foreign client may send it. */
const resetWith = async (body: unknown) => {
  const response = await sendRaw(api, resetPassword, body);
  return { status: response.status, body: await response.json() };
};
const signIn = (email: string, password: string) => api.request(login, { body: { email, password } });
/** A wrong code of six digits. */
const otherThan = (code: string, step = 1): string => String(100_000 + ((Number(code) - 100_000 + step) % 900_000));

const browser = { 'user-agent': 'Mozilla/5.0' };
let networks = 0;
/** A client with its own network address: a program, or a browser with these headers. */
const newClient = (ownHeaders: Record<string, string> = {}) => {
  networks += 1;
  const headers = { 'x-forwarded-for': `2001:db8:${networks.toString(16)}::1`, ...ownHeaders };
  return {
    ask: (email: string) => api.request(sendOtp, { body: { email }, headers }),
    guess: async (email: string, otp: string) => {
      const body = { email, otp, newPassword, confirmPassword: newPassword };
      return (await api.request(resetPassword, { body, headers })).status;
    },
  };
};
/** The code of the mail with this number, from 1. */
const codeOfMail = (email: string, number: number): Promise<string> =>
  api.waitUntil(async () => {
    const mail = (await mailsTo(api, email))[number - 1];
    return mail && readCode(mail);
  });

const refusal = { status: 400, body: { success: false, message: messages.auth.invalidCode, code: 'INVALID_CODE' } };

describe('send-otp', () => {
  test('[S7.OTP.1] [S7.OTP.2] mails a code of six digits to the account', async () => {
    const { user } = await api.registerUser({ email: 'code@example.test' });
    const answer = await api.request(sendOtp, { body: { email: 'Code@example.test ' } });
    expect(answer).toEqual({ status: 200, body: { success: true, message: messages.auth.codeSent } });
    await api.waitUntil(async () => (await mailsTo(api, user.email)).length === 1);
    const [mail] = await mailsTo(api, user.email);
    expect(mail?.subject).toBe('Your Leadlight code');
    expect(mail?.text.match(/\d{6,}/g)).toEqual([readCode(mail)]);
    expect(mail?.text).toContain(api.context.env.PUBLIC_URL);
  });

  test('gives the same response for an unknown address and sends no mail', async () => {
    const { user } = await api.registerUser({ email: 'known@example.test' });
    const known = await api.request(sendOtp, { body: { email: user.email } });
    const unknown = await api.request(sendOtp, { body: { email: 'unknown@example.test' } });
    expect(unknown).toEqual(known);
    // A later mail to a known address shows that the queue is empty.
    await askForCode(user.email);
    expect(await mailsTo(api, 'unknown@example.test')).toEqual([]);
  });

  test('ignores the request host in the mail', async () => {
    const { user } = await api.registerUser({ email: 'spoofed@example.test' });
    await api.request(sendOtp, {
      body: { email: user.email },
      headers: { origin: 'https://evil.example.test', 'x-forwarded-host': 'evil.example.test' },
    });
    await api.waitUntil(async () => (await mailsTo(api, user.email)).length === 1);
    expect(JSON.stringify(await mailsTo(api, user.email))).not.toContain('evil');
  });

  test('stores the code only as a hash', async () => {
    const { user } = await api.registerUser();
    const code = await askForCode(user.email);
    const [stored] = await api.context.db.select().from(resetCodes).where(eq(resetCodes.userId, user._id));
    expect(stored?.codeHash).toMatch(/^\$argon2id\$/);
    const { rows } = await api.context.pool.query<{ text: string }>(
      "select data::text as text from jobs.job where name = 'otp-mail'",
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ text }) => text.includes(code) || text.includes(user.email))).toEqual([]);
  });

  test('sends at most ten codes an hour per client to an address, known or not', async () => {
    await api.registerUser({ email: 'flooded@example.test' });
    for (const email of ['flooded@example.test', 'flooded-nobody@example.test']) {
      for (let count = 0; count < 10; count += 1)
        expect((await api.request(sendOtp, { body: { email } })).status).toBe(200);
      expect(await api.request(sendOtp, { body: { email } })).toMatchObject({
        status: 429,
        body: { code: 'TOO_MANY_ATTEMPTS' },
      });
    }
  });

  test('limits code requests by strangers without blocking the owner', async () => {
    const { user } = await api.registerUser();
    const { db } = api.context;
    const all = oneTimeCode.mailsPerHourForAll;
    const askAll = (count: number) => Promise.all(Array.from({ length: count }, () => newClient().ask(user.email)));
    const answers = await askAll(all);
    await codeOfMail(user.email, all);
    answers.push(...(await askAll(5)));
    const owner = newClient();
    answers.push(await owner.ask(user.email));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const isOwned = eq(resetCodes.userId, user._id);
    await api.waitUntil(async () => (await db.select().from(resetCodes).where(isOwned)).length === all + 6);
    const mails = await mailsTo(api, user.email);
    expect(mails).toHaveLength(all);
    // The worker sends four mails in parallel, so the newest code is in one of the last four.
    const statuses: number[] = [];
    for (const mail of mails.slice(-4)) statuses.push(await owner.guess(user.email, readCode(mail)));
    expect(statuses).toContain(200);
  });

  test('beyond the hourly mail limit, shares a code only while half of its lifetime is left', async () => {
    const { user } = await api.registerUser();
    const all = oneTimeCode.mailsPerHourForAll;
    await Promise.all(Array.from({ length: all }, () => newClient().ask(user.email)));
    await codeOfMail(user.email, all);
    await api.context.db
      .update(resetCodes)
      .set({ expiresAt: new Date(Date.now() + 4 * 60_000) })
      .where(eq(resetCodes.userId, user._id));
    const owner = newClient();
    await owner.ask(user.email);
    expect(await owner.guess(user.email, await codeOfMail(user.email, all + 1))).toBe(200);
  });

  test('[S5.SERV.1] refuses the same input as the form', async () => {
    expect(await api.request(sendOtp, { body: { email: '' } })).toMatchObject({
      status: 400,
      body: { message: 'email is required' },
    });
    expect(await api.request(sendOtp, { body: { email: 'ada@' } })).toMatchObject({
      status: 400,
      body: { message: 'Please enter a valid email address' },
    });
  });
});

describe('reset-password', () => {
  test('[S7.RST.1] [S7.RST.2] sets the password, ends every session and marks the address as proven', async () => {
    const { user, token } = await api.registerUser({ email: 'reset@example.test', password: oldPassword });
    const code = await askForCode(user.email);
    expect(await reset(user.email, code)).toEqual({
      status: 200,
      body: { success: true, message: 'Password reset successfully' },
    });

    expect((await signIn(user.email, oldPassword)).status).toBe(401);
    expect(await api.request(updateProfile, { token, body: { name: 'Eve' } })).toMatchObject({ status: 401 });
    expect((await signIn(user.email, newPassword)).status).toBe(200);
    const [stored] = await api.context.db.select().from(users).where(eq(users.id, user._id));
    expect(stored?.isEmailProven).toBe(true);
    // Used once.
    expect(await reset(user.email, code, 'third pass')).toEqual(refusal);
  });

  test('accepts the code as a number', async () => {
    const { user } = await api.registerUser();
    const otp = Number(await askForCode(user.email));
    const body = { email: user.email, otp, newPassword, confirmPassword: newPassword };
    expect((await resetWith(body)).status).toBe(200);
  });

  test('[S7.RST.3] gives the same refusal for a wrong code and an address without an account or code', async () => {
    const { user } = await api.registerUser({ email: 'wrong@example.test', password: oldPassword });
    const { user: codeless } = await api.registerUser();
    const code = await askForCode(user.email);
    expect(await reset(user.email, otherThan(code))).toEqual(refusal);
    expect(await reset('unknown@example.test', code)).toEqual(refusal);
    expect(await reset(codeless.email, code)).toEqual(refusal);
    expect((await signIn(user.email, oldPassword)).status).toBe(200);
    expect((await reset(user.email, code)).status).toBe(200);
  });

  test('after five wrong attempts the right code is refused', async () => {
    const { user } = await api.registerUser();
    const code = await askForCode(user.email);
    for (let step = 1; step <= 5; step += 1) expect(await reset(user.email, otherThan(code, step))).toEqual(refusal);
    expect(await reset(user.email, code)).toEqual(refusal);
    expect((await reset(user.email, await askForCode(user.email))).status).toBe(200);
  });

  test('parallel guesses share five attempts', async () => {
    const { user } = await api.registerUser();
    const code = await askForCode(user.email);
    const guesses = Array.from({ length: 12 }, (_none, index) => reset(user.email, otherThan(code, index + 1)));
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([400]));
    const [stored] = await api.context.db.select().from(resetCodes).where(eq(resetCodes.userId, user._id));
    expect(stored?.attemptsLeft).toBe(0);
    expect(await reset(user.email, code)).toEqual(refusal);
  });

  test('a code with one attempt left allows one of several simultaneous guesses', async () => {
    const { user } = await api.registerUser();
    const code = await askForCode(user.email);
    for (let step = 1; step < oneTimeCode.wrongAttempts; step += 1) await reset(user.email, otherThan(code, step));
    const last = [code, ...Array.from({ length: 9 }, (_none, step) => otherThan(code, step + 10))];
    const statuses = (await Promise.all(last.map((otp) => reset(user.email, otp)))).map(({ status }) => status);
    expect([200, 400]).toContain(statuses[0]);
    expect(statuses.slice(1)).toEqual(Array<number>(9).fill(400));
    expect(await reset(user.email, code)).toEqual(refusal);
  });

  test('right codes sent at the same moment succeed once', async () => {
    const { user } = await api.registerUser();
    const code = await askForCode(user.email);
    const passwords = ['first pass', 'second pass', 'third pass'];
    const answers = await Promise.all(passwords.map((password) => reset(user.email, code, password)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect((await signIn(user.email, winner)).status).toBe(200);
  });

  test('a newer code voids the older one', async () => {
    const { user } = await api.registerUser();
    const older = await askForCode(user.email);
    let newer = await askForCode(user.email);
    // One time in 900,000 both are the same.
    if (newer === older) newer = await askForCode(user.email);
    const codes = await api.context.db.select().from(resetCodes).where(eq(resetCodes.userId, user._id));
    expect(codes).toMatchObject([{ attemptsLeft: 5 }]);
    expect(await reset(user.email, older)).toEqual(refusal);
    expect((await reset(user.email, newer)).status).toBe(200);
  });

  test('a code expires after ten minutes', async () => {
    const { user } = await api.registerUser();
    const code = await askForCode(user.email);
    const [stored] = await api.context.db.select().from(resetCodes).where(eq(resetCodes.userId, user._id));
    const lifetimeMs = (stored?.expiresAt.getTime() ?? 0) - (stored?.createdAt.getTime() ?? 0);
    // The row is created a moment after the expiry is computed.
    expect(lifetimeMs).toBeLessThanOrEqual(600_000);
    expect(lifetimeMs).toBeGreaterThan(540_000);
    await api.context.db
      .update(resetCodes)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(resetCodes.userId, user._id));
    expect(await reset(user.email, code)).toEqual(refusal);
  });

  test('a sign-in leaves no session if the password changes meanwhile', async () => {
    const { user } = await api.registerUser({ password: oldPassword });
    const { db } = api.context;
    const { answer } = await db.transaction(async (tx) => {
      await tx.update(users).set({ passwordHash: null }).where(eq(users.id, user._id));
      const signingIn = await untilBlocked(api, signIn(user.email, oldPassword));
      await tx.delete(sessions).where(eq(sessions.userId, user._id));
      return signingIn;
    });
    expect(await answer).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
    expect(await db.select().from(sessions).where(eq(sessions.userId, user._id))).toEqual([]);
  });

  test.each([
    ['[S5.RESET.1] a malformed address', { email: 'ada' }, 'Please enter a valid email address'],
    ['an empty code', { otp: '' }, 'otp is required'],
    ['no code', { otp: undefined }, 'otp is required'],
    ['letters', { otp: '12a456' }, 'Please enter a valid number'],
    ['an object', { otp: { $ne: 1 } }, 'otp is required'],
    ['a short password', { newPassword: '12345' }, 'Password must be at least 6 characters long'],
    ['a short repetition', { confirmPassword: '12345' }, 'Password must be at least 6 characters long'],
    ['two passwords', { confirmPassword: 'different pass' }, "password don't match"],
  ])('[S5.SERV.1] %s is refused', async (_case, change, message) => {
    const body = { email: 'ada@example.test', otp: '123456', newPassword, confirmPassword: newPassword, ...change };
    expect(await resetWith(body)).toMatchObject({
      status: 400,
      body: { success: false, message },
    });
  });

  test('a code requested by a stranger does not replace the owner’s code', async () => {
    const { user } = await api.registerUser();
    const [owner, stranger] = [newClient(), newClient()];
    await owner.ask(user.email);
    const code = await codeOfMail(user.email, 1);
    await stranger.ask(user.email);
    await codeOfMail(user.email, 2);
    expect(await owner.guess(user.email, code)).toBe(200);
  });

  test('wrong guesses by strangers do not use up the requesting client’s attempts', async () => {
    const { user } = await api.registerUser();
    const owner = newClient();
    await owner.ask(user.email);
    const code = await codeOfMail(user.email, 1);
    for (let step = 1; step <= oneTimeCode.wrongAttempts; step += 1)
      expect(await newClient().guess(user.email, otherThan(code, step))).toBe(400);
    expect(await newClient().guess(user.email, code)).toBe(400);
    expect(await owner.guess(user.email, code)).toBe(200);
  });

  test('after twenty guesses a day by all clients, the requesting client’s code still works', async () => {
    const { user } = await api.registerUser();
    for (let guess = 0; guess < oneTimeCode.guessesPerDay; guess += 1)
      expect(await newClient().guess(user.email, '123456')).toBe(400);
    expect(await newClient().guess(user.email, '123456')).toBe(429);

    const owner = newClient();
    await owner.ask(user.email);
    const code = await codeOfMail(user.email, 1);
    expect(await newClient().guess(user.email, code)).toBe(429);
    expect(await owner.guess(user.email, otherThan(code))).toBe(429);
    expect(await owner.guess(user.email, code)).toBe(200);
    const [day] = await api.context.db.select().from(rateLimits).where(like(rateLimits.key, 'reset-address:%'));
    expect((day?.expire ?? 0) - Date.now()).toBeGreaterThan(23 * 3_600_000);
  });

  test('beyond the daily guesses, requesting clients have three more per network and thirty in total', async () => {
    const { user } = await api.registerUser();
    const throttles = createAccountThrottles(api.context);
    const useUp = async (throttle: Throttle, count: number) => {
      for (let guess = 0; guess < count; guess += 1) await throttle.take(user.email);
    };
    await useUp(throttles.guessesPerAddress, oneTimeCode.guessesPerDay);
    const [first, second] = [newClient(), newClient()];
    await first.ask(user.email);
    const code = await codeOfMail(user.email, 1);
    for (let guess = 1; guess <= oneTimeCode.networkGuessesPerDay; guess += 1)
      expect(await first.guess(user.email, otherThan(code, guess))).toBe(429);
    expect(await first.guess(user.email, code)).toBe(429);

    await second.ask(user.email);
    const secondCode = await codeOfMail(user.email, 2);
    await useUp(throttles.askerGuessesPerAddress, oneTimeCode.askerGuessesPerDay - oneTimeCode.networkGuessesPerDay);
    expect(await second.guess(user.email, secondCode)).toBe(429);
  });

  test('a cookie identifies a browser in another network', async () => {
    const { user } = await api.registerUser();
    const asked = await sendRaw(api, sendOtp, { email: user.email }, browser);
    const setCookie = asked.headers.get('set-cookie') ?? '';
    expect(setCookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    const code = await codeOfMail(user.email, 1);
    for (let guess = 0; guess < oneTimeCode.guessesPerDay; guess += 1) await newClient().guess(user.email, '123456');
    expect(await newClient(browser).guess(user.email, code)).toBe(429);
    const elsewhere = newClient({ ...browser, cookie: setCookie.split(';')[0] ?? '' });
    expect(await elsewhere.guess(user.email, code)).toBe(200);
  });

  test('one client guesses at most twenty times a day', async () => {
    const { user } = await api.registerUser();
    for (let guess = 0; guess < 20; guess += 1) expect((await reset(user.email, '123456')).status).toBe(400);
    expect(await reset(user.email, '123456')).toMatchObject({ status: 429 });
  });
});

test('without a mail server, the call fails with a clear message for every address', async () => {
  const mailless = await startTestApi({ env: { SMTP_URL: undefined, MAIL_FROM: undefined } });
  try {
    const { user } = await mailless.registerUser();
    for (const email of [user.email, 'unknown@example.test'])
      expect(await mailless.request(sendOtp, { body: { email } })).toEqual({
        status: 503,
        body: { success: false, message: messages.auth.mailOff, code: 'NOT_CONFIGURED' },
      });
  } finally {
    await mailless.close();
  }
});
