import { eq } from '#server/database/drizzle.ts';
import { describe, expect, test, vi } from 'vitest';
import { login, socialLogin, updateProfile } from '#shared/contracts/users.ts';
import type { User } from '#shared/contracts/users.ts';
import { messages } from '#shared/messages.ts';
import { identities, users } from '#server/database/schema.ts';
import { hashSecret } from '#server/lib/ids.ts';
import { api } from '#server/modules/users/testing/accountApi.ts';
import { newGoogleCredential, sendRaw } from '#server/modules/users/testing/accountTests.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';

const password = 'sample pass';

const askCredential = (claims: Record<string, unknown>) => newGoogleCredential(api, claims);
const signIn = async (claims: Record<string, unknown>): Promise<User> => {
  const { status, body } = await api.request(socialLogin, { body: { type: 1, token: await askCredential(claims) } });
  expect(status).toBe(200);
  return socialLogin.response.parse(body).data;
};

const isAlive = async (token: string) => (await api.request(updateProfile, { token, body: {} })).status === 200;
const storedUser = async (email: string) =>
  (await api.context.db.select().from(users).where(eq(users.email, email)))[0];

describe('social-login', () => {
  test('[S7.SOC.1] [S7.SOC.2] [S7.SOC.3] creates an account for a new person and recognizes it later', async () => {
    const token = await askCredential({ email: 'Grace@example.test', name: 'Grace Example' });
    const { status, body } = await api.request(socialLogin, { body: { type: 1, token } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      message: 'Logged in successfully',
      data: {
        name: 'Grace Example',
        email: 'grace@example.test',
        role: 'user',
        token: expect.stringMatching(/^[\w-]{43}$/),
      },
    });
    const first = socialLogin.response.parse(body).data;
    const again = await signIn({ email: 'Grace@example.test' });
    expect(again).toEqual({ ...first, token: again.token });
    expect(again.token).not.toBe(first.token);
    expect(await storedUser('grace@example.test')).toMatchObject({ passwordHash: null, isEmailProven: true });
  });

  test('identifies the account by subject, even with another address', async () => {
    const first = await signIn({ email: 'moving@example.test', sub: '900000000000000000001' });
    const moved = await signIn({ email: 'moved@example.test', sub: '900000000000000000001' });
    expect(moved).toMatchObject({ _id: first._id, email: 'moving@example.test' });
    expect(await storedUser('moved@example.test')).toBeUndefined();
  });

  test('removes the password and sessions of an unproven address', async () => {
    const squatter = await api.registerUser({ email: 'squatted@example.test', password });
    const cutSessions = vi.spyOn(api.context.publisher, 'cutSessions');
    const owner = await signIn({ email: 'squatted@example.test' });
    expect(cutSessions).toHaveBeenCalledWith([hashSecret(squatter.token)]);
    cutSessions.mockRestore();

    expect(owner._id).toBe(squatter.user._id);
    expect(await isAlive(squatter.token)).toBe(false);
    expect(await isAlive(owner.token)).toBe(true);
    expect((await api.request(login, { body: { email: 'squatted@example.test', password } })).status).toBe(401);
  });

  test('links a proven address and changes nothing else', async () => {
    const { user, token } = await api.registerUser({ email: 'proven@example.test', password });
    await api.context.db.update(users).set({ isEmailProven: true }).where(eq(users.id, user._id));
    const linked = await signIn({ email: 'proven@example.test' });
    expect(linked._id).toBe(user._id);
    expect(await isAlive(token)).toBe(true);
    expect((await api.request(login, { body: { email: 'proven@example.test', password } })).status).toBe(200);
    expect(await api.context.db.select().from(identities).where(eq(identities.userId, user._id))).toHaveLength(1);
  });

  test('creates one account for simultaneous requests', async () => {
    const token = await askCredential({ email: 'twice@example.test' });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => api.request(socialLogin, { body: { type: 1, token } })),
    );
    const ids = answers.map(({ body }) => socialLogin.response.parse(body).data._id);
    expect(new Set(ids).size).toBe(1);
  });

  test.each([
    ['of another client', { audience: 'someone-else.apps.googleusercontent.test' }],
    ['of another issuer', { issuer: 'https://accounts.example.test' }],
    ['that has expired', { expiresInSeconds: -120 }],
    ['of an unverified address', { emailVerified: false }],
    ['without an address', { email: null }],
    ['of an unpublished key', { key: 'unknown' }],
    ["under a published key's id", { key: 'wrong' }],
  ])('[S7.SOC.4] a credential %s is refused', async (_case, claims) => {
    const token = await askCredential({ email: 'forged@example.test', ...claims });
    expect(await api.request(socialLogin, { body: { type: 1, token } })).toEqual({
      status: 401,
      body: { success: false, message: messages.auth.googleRefused, code: 'GOOGLE_TOKEN_REFUSED' },
    });
    expect(await storedUser('forged@example.test')).toBeUndefined();
  });

  test('accepts type 1 only', async () => {
    const token = await askCredential({ email: 'typed@example.test' });
    const others = [{ type: 2, token }, { type: '1', token }, { token }, { type: 1, token: { $ne: 1 } }, { type: 1 }];
    for (const body of others) expect((await sendRaw(api, socialLogin, body)).status).toBe(400);
  });
});

test('fails with a clear message without Google credentials', async () => {
  const plain = await startTestApi({ env: { GOOGLE_CLIENT_ID: undefined, GOOGLE_CLIENT_SECRET: undefined } });
  try {
    expect(await plain.request(socialLogin, { body: { type: 1, token: 'any' } })).toEqual({
      status: 503,
      body: { success: false, message: messages.auth.googleOff, code: 'NOT_CONFIGURED' },
    });
  } finally {
    await plain.close();
  }
});
