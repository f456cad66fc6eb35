import { eq } from '#server/database/drizzle.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { login, logout, register, updateProfile } from '#shared/contracts/users.ts';
import { messages } from '#shared/messages.ts';
import { rateLimits, sessions, users } from '#server/database/schema.ts';
import { hashSecret } from '#server/lib/ids.ts';
import { api } from '#server/modules/users/testing/accountApi.ts';
import { sendRaw } from '#server/modules/users/testing/accountTests.ts';
import { openSocket } from '#testing/api/openSocket.ts';

// All tests use one network address, so each test resets the limits.
beforeEach(() => api.context.db.delete(rateLimits));

const password = 'sample pass';
const registration = (email: string) => ({ name: 'Ada Example', email, password, confirmpassword: password });

describe('register', () => {
  test('[S7.REG.1] [S7.REG.2] [S7.REG.3] creates an account and signs in', async () => {
    const { status, body } = await api.request(register, { body: registration('  Ada.Register@Example.test ') });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: messages.auth.registered,
      data: {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        name: 'Ada Example',
        email: 'ada.register@example.test',
        role: 'user',
        token: expect.stringMatching(/^[\w-]{43}$/),
        facebook: false,
        google: false,
        tiktok: false,
        defaultAccounts: { google: [], facebook: [], tiktok: [] },
      },
    });
  });

  test('stores neither password nor token in the clear', async () => {
    const { user, token } = await api.registerUser({ email: 'stored@example.test', password });
    const [stored] = await api.context.db.select().from(users).where(eq(users.id, user._id));
    expect(stored?.passwordHash).toMatch(/^\$argon2id\$/);
    const [session] = await api.context.db.select().from(sessions).where(eq(sessions.userId, user._id));
    expect(session?.tokenHash).toBe(hashSecret(token));
    expect(JSON.stringify([stored, session])).not.toContain(password);
    expect(JSON.stringify([stored, session])).not.toContain(token);
  });

  test('accepts an address once, in any letter case', async () => {
    await api.registerUser({ email: 'taken@example.test' });
    const { status, body } = await api.request(register, { body: registration('TAKEN@example.test') });
    expect(status).toBe(409);
    expect(body).toEqual({ success: false, message: 'Email is already registered', code: 'EMAIL_TAKEN' });
  });

  test('creates one account for simultaneous requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => api.request(register, { body: registration('race@example.test') })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
  });

  test.each([
    ['without a name', { name: ' ' }, 'name is required'],
    ['without an address', { email: '' }, 'email is required'],
    ['with a malformed address', { email: 'ada@example' }, 'Please enter a valid email address'],
    ['with a short password', { password: '12345' }, 'Password must be at least 6 characters long'],
    ['with a short repetition', { confirmpassword: '12345' }, 'Password must be at least 6 characters long'],
    ['with two passwords', { confirmpassword: 'other pass' }, "password don't match"],
    ['with an object as address', { email: { $ne: 1 } }, 'email is required'],
    ['with a list as password', { password: [password] }, 'Password must be at least 6 characters long'],
    [
      'with a name that the database cannot hold',
      { name: 'Ada\u0000Example' },
      'A name cannot hold control characters',
    ],
    [
      'with an address that the database cannot hold',
      { email: 'a\u0000a@example.test' },
      'Please enter a valid email address',
    ],
  ])('[S5.SERV.1] %s is refused', async (_case, change, message) => {
    const response = await sendRaw(api, register, { ...registration('refused@example.test'), ...change });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ success: false, message, code: 'VALIDATION' });
  });

  test('[S9.C.1] accepts a password of six characters, refuses one of five', async () => {
    const email = 'six@example.test';
    const withPassword = (value: string) => ({ ...registration(email), password: value, confirmpassword: value });
    expect((await sendRaw(api, register, withPassword('12345'))).status).toBe(400);
    expect((await sendRaw(api, register, withPassword('123456'))).status).toBe(200);
    expect((await sendRaw(api, login, { email, password: '12345' })).status).toBe(400);
    expect((await sendRaw(api, login, { email, password: '123456' })).status).toBe(200);
  });

  test('refuses an address of 60,000 characters quickly', async () => {
    const before = process.cpuUsage();
    const response = await sendRaw(api, register, registration(`a@${'.'.repeat(60_000)} x`));
    expect(response.status).toBe(400);
    // CPU time, because other processes may keep the machine busy.
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });

  test('ignores fields that a new user may not set', async () => {
    const response = await sendRaw(api, register, {
      ...registration('plain@example.test'),
      role: 'admin',
      _id: 'f'.repeat(24),
      google: true,
      isEmailProven: true,
      defaultAccounts: { google: ['1'], facebook: [], tiktok: [] },
    });
    const { data } = (await response.json()) as { data: { _id: string; role: string; google: boolean } };
    expect(data).toMatchObject({ role: 'user', google: false, defaultAccounts: { google: [] } });
    expect(data._id).not.toBe('f'.repeat(24));
    const [stored] = await api.context.db.select().from(users).where(eq(users.id, data._id));
    expect(stored?.isEmailProven).toBe(false);
  });
});

describe('login', () => {
  test('[S7.LOGIN.1] [S7.LOGIN.2] [S7.LOGIN.3] returns the user with a new token', async () => {
    const { user, token } = await api.registerUser({ email: 'login@example.test', password });
    const { status, body } = await api.request(login, { body: { email: ' LOGIN@example.test', password } });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: 'Logged in successfully',
      data: { ...user, token: expect.any(String) },
    });
    const second = login.response.parse(body).data;
    expect(second.token).not.toBe(token);
    for (const valid of [token, second.token])
      expect(await api.request(updateProfile, { token: valid, body: { name: 'Ada Example' } })).toMatchObject({
        status: 200,
      });
  });

  test('gives the same response for an unknown address, a wrong password and an account without a password', async () => {
    const { user } = await api.registerUser({ email: 'generic@example.test', password });
    await api.registerUser({ email: 'googler@example.test', password });
    await api.context.db.update(users).set({ passwordHash: null }).where(eq(users.email, 'googler@example.test'));
    const refusal = {
      status: 401,
      body: { success: false, message: 'Invalid email or password', code: 'INVALID_CREDENTIALS' },
    };
    expect(await api.request(login, { body: { email: 'nobody@example.test', password } })).toEqual(refusal);
    expect(await api.request(login, { body: { email: user.email, password: 'wrong pass' } })).toEqual(refusal);
    expect(await api.request(login, { body: { email: user.email, password: ` ${password}` } })).toEqual(refusal);
    expect(await api.request(login, { body: { email: 'googler@example.test', password } })).toEqual(refusal);
  });

  test('[S5.SERV.1] refuses invalid input with the texts of the form', async () => {
    const refusals = [
      [{ password }, 'email is required'],
      [{ email: 'ada', password }, 'Please enter a valid email address'],
      [{ email: 'ada@example.test', password: '12345' }, 'Password must be at least 6 characters long'],
    ] as const;
    for (const [body, message] of refusals) {
      const response = await sendRaw(api, login, body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ success: false, message });
    }
  });

  test('ignores any Authorization header', async () => {
    const { user, token } = await api.registerUser({ email: 'header@example.test', password });
    for (const authorization of ['Bearer ', 'Bearer undefined', 'Bearer stale', 'Basic x', `Bearer ${token}`]) {
      const response = await sendRaw(api, login, { email: user.email, password }, { authorization });
      expect(response.status).toBe(200);
    }
  });

  test('blocks a client after ten failures for one address, but not other clients', async () => {
    const { user } = await api.registerUser({ email: 'guessed@example.test', password });
    await api.registerUser({ email: 'other@example.test', password });
    for (let failure = 0; failure < 10; failure += 1)
      expect((await api.request(login, { body: { email: user.email, password: 'wrong pass' } })).status).toBe(401);

    const response = await sendRaw(api, login, { email: user.email, password });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(await response.json()).toEqual({
      success: false,
      message: 'Too many attempts. Please wait a little and try again.',
      code: 'TOO_MANY_ATTEMPTS',
    });

    expect((await api.request(login, { body: { email: 'other@example.test', password } })).status).toBe(200);
    const elsewhere = await sendRaw(api, login, { email: user.email, password }, { 'x-forwarded-for': '198.51.100.9' });
    expect(elsewhere.status).toBe(200);
  });

  test('counts simultaneous guesses one by one', async () => {
    const { user } = await api.registerUser({ email: 'parallel@example.test', password });
    const guesses = Array.from({ length: 25 }, () =>
      api.request(login, { body: { email: user.email, password: 'wrong pass' } }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  test('a successful sign-in resets the failure count', async () => {
    const { user } = await api.registerUser({ email: 'clumsy@example.test', password });
    for (let round = 0; round < 2; round += 1) {
      for (let failure = 0; failure < 9; failure += 1)
        await api.request(login, { body: { email: user.email, password: 'wrong pass' } });
      expect((await api.request(login, { body: { email: user.email, password } })).status).toBe(200);
    }
  });

  test('allows dozens of sign-ups a minute from one network address', async () => {
    const answers: number[] = [];
    for (let count = 0; count < 60; count += 1)
      answers.push((await api.request(register, { body: registration(`crowd-${count}@example.test`) })).status);
    expect(new Set(answers)).toEqual(new Set([200]));
  });
});

const renamedBy = (token: string) => api.request(updateProfile, { token, body: { name: 'Ada Example' } });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

describe('a session', () => {
  const refusal = {
    status: 401,
    body: { success: false, message: messages.auth.sessionExpired, code: 'SESSION_EXPIRED' },
  };

  test('is checked before any other part of the request', async () => {
    expect(await api.request(logout)).toEqual(refusal);
    for (const authorization of [
      '',
      'Bearer',
      'Bearer ',
      'Bearer undefined',
      'Basic YWRhOmFkYQ==',
      `Bearer ${'x'.repeat(5000)}`,
    ]) {
      const response = await sendRaw(api, logout, { anything: 1 }, { authorization });
      expect({ status: response.status, body: await response.json() }).toEqual(refusal);
    }
  });

  test('ends with logout, for its own token only', async () => {
    const { user, token } = await api.registerUser({ email: 'leaver@example.test', password });
    const { body } = await api.request(login, { body: { email: user.email, password } });
    const kept = login.response.parse(body).data.token;
    const cutSessions = vi.spyOn(api.context.publisher, 'cutSessions');

    expect(await api.request(logout, { token })).toEqual({
      status: 200,
      body: { success: true, message: 'Logged out successfully' },
    });
    expect(cutSessions).toHaveBeenCalledExactlyOnceWith([hashSecret(token)]);
    cutSessions.mockRestore();
    expect(await renamedBy(token)).toEqual(refusal);
    expect(await api.request(logout, { token })).toEqual(refusal);
    expect((await renamedBy(kept)).status).toBe(200);
  });

  test('is extended to seven days by each use and then expires', async () => {
    const { token } = await api.registerUser();
    const isThis = eq(sessions.tokenHash, hashSecret(token));

    await api.context.db
      .update(sessions)
      .set({ lastUsedAt: inDays(-6), expiresAt: inDays(1) })
      .where(isThis);
    expect((await renamedBy(token)).status).toBe(200);
    const [renewed] = await api.context.db.select().from(sessions).where(isThis);
    expect(renewed?.expiresAt.getTime()).toBeGreaterThan(inDays(6.99).getTime());

    // The session was used a moment ago, so nothing is written.
    expect((await renamedBy(token)).status).toBe(200);
    expect(await api.context.db.select().from(sessions).where(isThis)).toEqual([renewed]);

    await api.context.db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(isThis);
    expect(await renamedBy(token)).toEqual(refusal);
  });

  test('ends 30 days after the sign-in, even if it is in use', async () => {
    const { token } = await api.registerUser();
    const isThis = eq(sessions.tokenHash, hashSecret(token));
    await api.context.db
      .update(sessions)
      .set({ createdAt: inDays(-29), lastUsedAt: inDays(-6), expiresAt: inDays(1) })
      .where(isThis);
    expect((await renamedBy(token)).status).toBe(200);
    const [renewed] = await api.context.db.select().from(sessions).where(isThis);
    expect(Math.abs((renewed?.expiresAt.getTime() ?? 0) - inDays(1).getTime())).toBeLessThan(60_000);

    // A session of an earlier release, which had no such limit.
    await api.context.db
      .update(sessions)
      .set({ createdAt: inDays(-31), expiresAt: inDays(7) })
      .where(isThis);
    expect(await renamedBy(token)).toEqual(refusal);
  });

  test('is not extended by the socket of an open tab', async () => {
    const { user, token } = await api.registerUser();
    const isThis = eq(sessions.tokenHash, hashSecret(token));
    const lastUsedAt = inDays(-6);
    await api.context.db.update(sessions).set({ lastUsedAt }).where(isThis);
    const tab = openSocket(api.url, { userId: user._id, token });
    expect(await tab.handshake).toBeNull();
    tab.close();
    const [session] = await api.context.db.select().from(sessions).where(isThis);
    expect(session?.lastUsedAt).toEqual(lastUsedAt);
  });
});
