import { eq } from '#server/database/drizzle.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { register, socialLogin } from '#shared/contracts/users.ts';
import { messages } from '#shared/messages.ts';
import { invitations, users } from '#server/database/schema.ts';
import { hashSecret } from '#server/lib/ids.ts';
import { newGoogleCredential } from '#server/modules/users/testing/accountTests.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { invite } from './registration.service.ts';

let api: TestApi;
const operatorToken = 'the-operators-own-token';
const password = 'a long enough one';

const signUp = (email: string, invitation?: string) =>
  api.request(register, { body: { name: 'Ada', email, password, confirmpassword: password, invitation } });

const signInWithGoogle = async (email: string) =>
  api.request(socialLogin, { body: { type: 1, token: await newGoogleCredential(api, { email }) } });

const secretOf = (link: string): string =>
  new URLSearchParams(new URL(link).hash.slice(1)).get('invitation') ?? 'no secret';
const inviteFor = async (email: string): Promise<string> => secretOf(await invite(api.context, email));
const countUsers = () => api.context.db.$count(users);

const refusal = (mode: 'invite' | 'closed') => ({
  status: 403,
  body: { success: false, message: messages.auth.registration[mode], code: 'REGISTRATION_CLOSED' },
});

describe('registration by invitation', () => {
  beforeAll(async () => {
    api = await startTestApi({ env: { REGISTRATION: 'invite', OPERATOR_TOKEN: operatorToken } });
  });
  afterAll(() => api.close());

  test('a stranger cannot register or find out who has an account', async () => {
    await signUp('member@example.test', await inviteFor('member@example.test'));
    const before = await countUsers();
    expect(await signUp('stranger@example.test')).toEqual(refusal('invite'));
    expect(await signUp('stranger@example.test', 'made-up')).toEqual(refusal('invite'));
    expect(await signUp('member@example.test')).toEqual(refusal('invite'));
    expect(await signInWithGoogle('stranger@example.test')).toEqual(refusal('invite'));
    expect(await countUsers()).toBe(before);
  });

  test('a link registers its own address once, without proving it', async () => {
    const link = new URL(await invite(api.context, 'ada@example.test'));
    expect(link.origin + link.pathname).toBe(`${api.context.env.PUBLIC_URL}/register`);
    expect(link.search).toBe('');
    const secret = secretOf(link.href);
    const [stored] = await api.context.db.select().from(invitations);
    expect(stored).toMatchObject({ email: 'ada@example.test', secretHash: hashSecret(secret) });

    expect(await signUp('eve@example.test', secret)).toEqual(refusal('invite'));
    const { status } = await signUp('Ada@example.test', secret);
    expect(status).toBe(200);
    const [user] = await api.context.db.select().from(users).where(eq(users.email, 'ada@example.test'));
    expect(user?.isEmailProven).toBe(false);
    await api.context.db.delete(users).where(eq(users.email, 'ada@example.test'));
    expect(await signUp('ada@example.test', secret)).toEqual(refusal('invite'));
  });

  test('simultaneous uses of a link create one account', async () => {
    const secret = await inviteFor('twice@example.test');
    const answers = await Promise.all([1, 2, 3].map(() => signUp('twice@example.test', secret)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('a link expires after seven days, or when a newer one replaces it', async () => {
    const older = await inviteFor('late@example.test');
    const newer = await inviteFor('late@example.test');
    expect(await signUp('late@example.test', older)).toEqual(refusal('invite'));
    const isLate = eq(invitations.email, 'late@example.test');
    const [stored] = await api.context.db.select().from(invitations).where(isLate);
    const days = ((stored?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
    await api.context.db.update(invitations).set({ expiresAt: new Date() }).where(isLate);
    expect(await signUp('late@example.test', newer)).toEqual(refusal('invite'));
  });

  test('an invited address registers with Google without the link, and existing accounts still sign in', async () => {
    await inviteFor('grace@example.test');
    expect((await signInWithGoogle('grace@example.test')).status).toBe(200);
    expect((await signInWithGoogle('grace@example.test')).status).toBe(200);
    expect(await api.context.db.select().from(invitations).where(eq(invitations.email, 'grace@example.test'))).toEqual(
      [],
    );
  });

  const operate = async (fields: Record<string, string>) => {
    const page = await fetch(`${api.url}/operator`, { method: 'POST', body: new URLSearchParams(fields) });
    return { status: page.status, html: await page.text() };
  };

  test('the operator gets a link on the operator page', async () => {
    const fields = { action: 'invite', email: ' Olga@example.test ' };
    const { status, html } = await operate({ ...fields, token: operatorToken });
    expect(status).toBe(200);
    const link = /<code>([^<]+)<\/code>/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect((await signUp('olga@example.test', secretOf(link))).status).toBe(200);
    expect((await operate({ ...fields, token: 'wrong' })).status).toBe(401);
    const taken = await operate({ ...fields, token: operatorToken });
    expect([taken.status, taken.html.includes(messages.auth.emailTaken)]).toEqual([409, true]);
    const empty = await operate({ action: 'invite', email: '', token: operatorToken });
    expect([empty.status, empty.html.includes(messages.validation.emailInvalid)]).toEqual([400, true]);
  });
});

describe('closed registration', () => {
  beforeAll(async () => {
    api = await startTestApi({ env: { REGISTRATION: 'closed' } });
  });
  afterAll(() => api.close());

  test('creates neither accounts nor invitations', async () => {
    const secret = 'of a time when registration was by invitation';
    const expiresAt = new Date(Date.now() + 60_000);
    await api.context.db
      .insert(invitations)
      .values({ email: 'ada@example.test', secretHash: hashSecret(secret), expiresAt });
    expect(await signUp('ada@example.test', secret)).toEqual(refusal('closed'));
    expect(await signInWithGoogle('ada@example.test')).toEqual(refusal('closed'));
    await expect(invite(api.context, 'ada@example.test')).rejects.toMatchObject({ code: 'REGISTRATION_CLOSED' });
    expect(await countUsers()).toBe(0);
  });
});
