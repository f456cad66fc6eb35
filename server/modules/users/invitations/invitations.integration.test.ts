import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCustomLeads } from '#shared/contracts/customLeads.ts';
import { register, socialLogin } from '#shared/contracts/users.ts';
import {
  acceptInvitation,
  changeMember,
  inviteMember,
  listInvitations,
  listMembers,
  listWorkspaces,
  readInvitation,
  revokeInvitation,
} from '#shared/contracts/workspaces.ts';
import { workspaceLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { eq, sql } from '#server/database/drizzle.ts';
import { users, workspaceInvitations } from '#server/database/schema.ts';
import { hashSecret } from '#server/lib/ids.ts';
import { mailsTo, newGoogleCredential } from '#server/modules/users/testing/accountTests.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { writeMail } from './invitationMail.handler.ts';
import { insertPerson } from '#server/modules/users/workspaces/testing/insertPerson.ts';
import type { SignedInPerson } from '#server/modules/users/workspaces/testing/insertPerson.ts';
import { newColleague } from '#server/modules/users/workspaces/testing/newColleague.ts';

let api: TestApi;
const password = 'a long enough one';

const linkOf = async ({ token }: SignedInPerson, role: 'owner' | 'member' = 'member'): Promise<string> => {
  const { body } = await api.request(inviteMember, { token, body: { email: null, role } });
  return new URL(body.link ?? '').hash.slice(1);
};

/** Invites an address and reads the secret from the mail. */
const mailTo = async ({ token }: SignedInPerson, email: string): Promise<string> => {
  const { status, body } = await api.request(inviteMember, { token, body: { email, role: 'member' } });
  expect([status, body.link, body.message]).toEqual([200, null, messages.workspaces.invitationSent(email)]);
  return api.waitUntil(async () => {
    const mail = (await mailsTo(api, email)).at(-1);
    return /\/invitation#(\S+)/.exec(mail?.text ?? '')?.[1];
  });
};

const accept = (token: string, invitation: string) => api.request(acceptInvitation, { token, body: { invitation } });
const read = (invitation: string) => api.request(readInvitation, { body: { invitation } });
const signUp = (email: string, invitation?: string) =>
  api.request(register, { body: { name: 'Bea', email, password, confirmpassword: password, invitation } });
const membersOf = async ({ token }: SignedInPerson) => (await api.request(listMembers, { token })).body.data;
const invalid = { status: 404, body: { code: 'INVITATION_INVALID', message: messages.workspaces.invitationInvalid } };

test.each(['Müller & Co. KG', 'Team 7 (EU)'])('a mail names the workspace %j', (name) => {
  expect(writeMail('ada@example.test', name, 'link')).toContain(`the workspace “${name}”`);
});

test.each(['win.example', 'http://x', 'WWW', 'me@x', 'ｗｉｎ．example', 'https:x'])(
  'a mail leaves out the name %j',
  (name) => {
    expect(writeMail('ada@example.test', name, 'link')).toMatch(/^ada@example\.test invites you to a workspace in/);
  },
);

describe('an invitation', () => {
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.close());

  test('by link works once, and only its hash is stored', async () => {
    const ada = await insertPerson(api);
    const secret = await linkOf(ada);
    const [stored] = await api.context.db
      .select()
      .from(workspaceInvitations)
      .where(eq(workspaceInvitations.workspaceId, ada.workspaceId));
    expect(stored?.secretHash).toBe(hashSecret(secret));
    expect(JSON.stringify((await api.request(listInvitations, { token: ada.token })).body)).not.toContain(secret);
    expect((await read(secret)).body.data).toMatchObject({
      workspace: 'Ada Example’s workspace',
      invitedBy: 'Ada Example',
      role: 'member',
      email: null,
    });

    const people = await Promise.all([1, 2, 3].map((number) => insertPerson(api, `Person ${number}`)));
    const answers = await Promise.all(people.map(({ token }) => accept(token, secret)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '404', '404']);
    expect(await membersOf(ada)).toHaveLength(2);
    expect(await read(secret)).toMatchObject(invalid);
    const joined = people.find((_person, index) => answers[index]?.status === 200);
    const own = (await api.request(listWorkspaces, { token: joined?.token ?? '' })).body.data;
    expect(own.map(({ id, role, isCurrent }) => [id === ada.workspaceId, role, isCurrent])).toEqual([
      [false, 'owner', false],
      [true, 'member', true],
    ]);
  });

  test('by mail works for its address only', async () => {
    const ada = await insertPerson(api);
    const bea = await api.registerUser({ email: 'bea-invited@example.test' });
    const secret = await mailTo(ada, 'bea-invited@example.test');
    const eve = await insertPerson(api, 'Eve');
    expect(await accept(eve.token, secret)).toMatchObject({
      status: 403,
      body: { message: messages.workspaces.invitationForOther('bea-invited@example.test') },
    });
    const mail = (await mailsTo(api, 'bea-invited@example.test')).at(-1);
    expect(mail?.text).toContain(` invites you to the workspace “Ada Example’s workspace” in Leadlight.`);
    expect(await accept(bea.token, secret)).toMatchObject({ status: 200, body: { data: { _id: bea.userId } } });
    expect((await membersOf(ada)).find(({ id }) => id === bea.userId)?.role).toBe('member');
    const again = { token: ada.token, body: { email: 'Bea-Invited@example.test', role: 'member' as const } };
    expect((await api.request(inviteMember, again)).status).toBe(400);
  });

  test('is replaced by a newer one of its address, can be revoked, and expires', async () => {
    const ada = await insertPerson(api);
    const first = await mailTo(ada, 'cleo-invited@example.test');
    const mails = (await mailsTo(api, 'cleo-invited@example.test')).length;
    await api.request(inviteMember, { token: ada.token, body: { email: 'cleo-invited@example.test', role: 'member' } });
    await api.waitUntil(async () => (await mailsTo(api, 'cleo-invited@example.test')).length > mails);
    expect(await read(first)).toMatchObject(invalid);

    const second = await linkOf(ada);
    const open = (await api.request(listInvitations, { token: ada.token })).body.data;
    expect(open.map(({ email }) => email)).toEqual([null, 'cleo-invited@example.test']);
    const revoke = { token: ada.token, params: { id: open[0]?.id ?? '' } };
    expect((await api.request(revokeInvitation, revoke)).status).toBe(200);
    expect((await api.request(revokeInvitation, revoke)).status).toBe(404);
    expect(await read(second)).toMatchObject(invalid);

    const third = await linkOf(ada);
    await api.context.db
      .update(workspaceInvitations)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(workspaceInvitations.secretHash, hashSecret(third)));
    expect(await read(third)).toMatchObject(invalid);
    expect(await accept((await insertPerson(api)).token, third)).toMatchObject(invalid);
  });

  test('of a former owner is void', async () => {
    const ada = await insertPerson(api);
    const bea = await newColleague(api, ada, 'owner');
    const secret = await linkOf(bea, 'owner');
    const demote = { token: ada.token, params: { id: bea.userId }, body: { role: 'member' as const } };
    expect((await api.request(changeMember, demote)).status).toBe(200);
    expect(await read(secret)).toMatchObject(invalid);
  });

  test('is refused beyond the limit of open invitations', async () => {
    const ada = await insertPerson(api);
    const now = new Date();
    await api.context.db.insert(workspaceInvitations).values(
      Array.from({ length: workspaceLimits.invitations }, (_, index) => ({
        workspaceId: ada.workspaceId,
        id: `invitation-${index}`,
        role: 'member' as const,
        createdAt: now,
        expiresAt: new Date(now.getTime() + 60_000),
      })),
    );
    const { status, body } = await api.request(inviteMember, {
      token: ada.token,
      body: { email: null, role: 'member' },
    });
    expect([status, body.code]).toEqual([409, 'TOO_MANY_RECORDS']);
  });

  test('admits a new person to the workspace, and a mailed one proves the address', async () => {
    const ada = await insertPerson(api);
    const byLink = await signUp('by-link@example.test', await linkOf(ada));
    const byMail = await signUp('by-mail@example.test', await mailTo(ada, 'by-mail@example.test'));
    for (const { body } of [byLink, byMail]) {
      const own = (await api.request(listWorkspaces, { token: body.data.token })).body.data;
      expect(own.find(({ isCurrent }) => isCurrent)).toMatchObject({ id: ada.workspaceId, role: 'member' });
      expect(own).toHaveLength(2);
    }
    const proven = await api.context.db.select().from(users).where(eq(users.isEmailProven, true));
    expect(proven.map(({ email }) => email)).toContain('by-mail@example.test');
    expect(proven.map(({ email }) => email)).not.toContain('by-link@example.test');
    expect((await api.request(listCustomLeads, { token: byLink.body.data.token })).status).toBe(200);
  });
});

describe('while registration is by invitation', () => {
  beforeAll(async () => {
    api = await startTestApi({ env: { REGISTRATION: 'invite' } });
  });
  afterAll(() => api.close());

  test('a workspace invitation admits its bearer or its address once', async () => {
    const ada = await insertPerson(api);
    const link = await linkOf(ada);
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => signUp(`${name}-once@example.test`, link)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '403', '403']);
    const mailed = await mailTo(ada, 'only-me@example.test');
    expect((await signUp('not-me@example.test', mailed)).body.code).toBe('REGISTRATION_CLOSED');
    expect((await signUp('Only-Me@example.test', mailed)).status).toBe(200);

    const credential = await newGoogleCredential(api, { email: 'google-newcomer@example.test' });
    const byGoogle = (invitation?: string) =>
      api.request(socialLogin, { body: { type: 1, token: credential, ...(invitation && { invitation }) } });
    expect((await byGoogle()).body.code).toBe('REGISTRATION_CLOSED');
    expect((await byGoogle(await linkOf(ada))).status).toBe(200);
    expect(await membersOf(ada)).toHaveLength(4);
  });
});

describe('while registration is closed', () => {
  beforeAll(async () => {
    api = await startTestApi({ env: { REGISTRATION: 'closed' } });
  });
  afterAll(() => api.close());

  test('an invitation works for people with an account only', async () => {
    const ada = await insertPerson(api);
    const link = await linkOf(ada);
    expect((await signUp('new@example.test', link)).body.code).toBe('REGISTRATION_CLOSED');
    expect((await accept((await insertPerson(api)).token, link)).status).toBe(200);
  });
});

describe('without a mail server', () => {
  beforeAll(async () => {
    api = await startTestApi({ env: { SMTP_URL: undefined, MAIL_FROM: undefined } });
  });
  afterAll(() => api.close());

  test('invitations work by link only', async () => {
    const ada = await insertPerson(api);
    const byMail = { token: ada.token, body: { email: 'x@example.test', role: 'member' as const } };
    expect(await api.request(inviteMember, byMail)).toMatchObject({ status: 503, body: { code: 'NOT_CONFIGURED' } });
    expect((await read(await linkOf(ada))).status).toBe(200);
  });
});
