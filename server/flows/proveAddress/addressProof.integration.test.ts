import { and, eq, inArray, sql } from '#server/database/drizzle.ts';
import { describe, expect, test } from 'vitest';
import { finishConnection, listConnections } from '#shared/contracts/connections.ts';
import { resumeExport } from '#shared/contracts/exports.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { login, resetPassword, sendOtp, socialLogin } from '#shared/contracts/users.ts';
import { listMembers, listWorkspaces } from '#shared/contracts/workspaces.ts';
import { messages } from '#shared/messages.ts';
import { exports, memberships, oauthStates, sessions, users } from '#server/database/schema.ts';
import { newId } from '#server/lib/ids.ts';
import { api } from '#server/modules/users/testing/accountApi.ts';
import { mailsTo, newGoogleCredential, untilBlocked } from '#server/modules/users/testing/accountTests.ts';
import { newColleague } from '#server/modules/users/workspaces/testing/newColleague.ts';
import { connectPlatform, openStart, passConsent } from '#testing/api/connectPlatform.ts';
import { readCallCounts } from '#testing/sandbox/sandboxControl.ts';

const ownersPassword = 'chosen by the owner';

const proveByGoogle = async (email: string): Promise<string> => {
  const token = await newGoogleCredential(api, { email });
  const { status, body } = await api.request(socialLogin, { body: { type: 1, token } });
  expect(status).toBe(200);
  return body.data.token;
};

const proveByCode = async (email: string): Promise<string> => {
  const before = (await mailsTo(api, email)).length;
  expect((await api.request(sendOtp, { body: { email } })).status).toBe(200);
  await api.waitUntil(async () => (await mailsTo(api, email)).length > before);
  const otp = /\b\d{6}\b/.exec((await mailsTo(api, email)).at(-1)?.text ?? '')?.[0] ?? '';
  const passwords = { newPassword: ownersPassword, confirmPassword: ownersPassword };
  expect((await api.request(resetPassword, { body: { email, otp, ...passwords } })).status).toBe(200);
  const { body } = await api.request(login, { body: { email, password: ownersPassword } });
  return body.data.token;
};

const proofs = [
  ['Google sign-in', proveByGoogle],
  ['a one-time code', proveByCode],
] as const;

const connectedOf = async (token: string) => {
  const { body } = await api.request(listConnections, { token });
  return body.data.filter(({ state }) => state !== 'disconnected').map(({ platform }) => platform);
};

/** Inserts an export that created its spreadsheet and then failed because its grant was missing. */
const insertFailedExport = async (workspaceId: WorkspaceId): Promise<string> => {
  const id = newId();
  const now = api.context.clock.now();
  const ended = { state: 'failed', code: 'RECONNECT_NEEDED', error: 'Reconnect', finishedAt: now } as const;
  const sheet = { spreadsheetId: 'sheet-of-the-stranger', url: 'https://docs.google.com/spreadsheets/d/stranger' };
  const row = { workspaceId, id, title: 'Leads', source: { list: 'custom', search: '' } as const, gatheredAt: now };
  await api.context.db.insert(exports).values({ ...row, ...ended, ...sheet });
  return id;
};

/** Counts Facebook only: Google grants are not revoked while another account has the same Google identity. */
const countRevocations = async (): Promise<number> => {
  const counts = Object.entries(await readCallCounts(api.sandbox));
  return counts.find(([name]) => /^facebook DELETE .*\/me\/permissions$/.test(name))?.[1] ?? 0;
};

describe.each(proofs)('the first proof of an address by %s', (_name, prove) => {
  test('ends all access of a stranger who registered the address', async () => {
    const { user, userId, workspaceId, token } = await api.registerUser();
    const stranger = { userId, token };
    await connectPlatform(api, stranger, 'google');
    await connectPlatform(api, stranger, 'facebook');
    const { state } = await passConsent(api, { platform: 'tiktok', userId: user._id });
    const exportId = await insertFailedExport(workspaceId);
    await api.context.db
      .update(memberships)
      .set({ defaultAccounts: { google: ['1234567890'] } })
      .where(eq(memberships.userId, user._id));
    const revoked = await countRevocations();

    const owner = await prove(user.email);
    expect(await connectedOf(owner)).toEqual([]);
    expect((await countRevocations()) - revoked).toBe(1);
    expect((await api.request(listConnections, { token })).status).toBe(401);
    expect(await api.request(finishConnection, { token: owner, body: { state } })).toMatchObject({ status: 400 });
    const [stored] = await api.context.db.select().from(users).where(eq(users.id, user._id));
    expect(stored?.isEmailProven).toBe(true);
    const [membership] = await api.context.db.select().from(memberships).where(eq(memberships.userId, user._id));
    expect(membership?.defaultAccounts).toEqual({});
    const { body } = await api.request(listNotifications, { token: owner });
    expect(body.data.filter(({ event }) => event === 'connection_lost').map(({ payload }) => payload)).toEqual(
      expect.arrayContaining(
        (['google', 'facebook'] as const).map((platform) =>
          expect.objectContaining({ platform, message: messages.connections.disconnectedByProof(platform) }),
        ),
      ),
    );

    // The owner's own grant does not resume the stranger's export.
    await connectPlatform(api, { userId: user._id, token: owner }, 'google');
    const rows = await api.context.db
      .select()
      .from(exports)
      .where(and(eq(exports.workspaceId, workspaceId), inArray(exports.state, ['queued', 'running'])));
    expect(rows).toEqual([]);
    expect(await api.request(resumeExport, { token: owner, params: { id: exportId } })).toMatchObject({
      status: 409,
      body: { message: messages.exports.notResumable },
    });
  });

  test('starts the owner in a workspace without people whom the stranger invited', async () => {
    const stranger = await api.registerUser();
    await newColleague(api, stranger, 'owner');
    const owner = await prove(stranger.user.email);
    const { data } = (await api.request(listWorkspaces, { token: owner })).body;
    expect(data.map(({ id, isCurrent }) => [id === stranger.workspaceId, isCurrent])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect((await api.request(listMembers, { token: owner })).body.data).toHaveLength(1);
  });

  test('keeps the connections of an account whose address was already proven', async () => {
    const { user } = await api.registerUser();
    const owner = await proveByCode(user.email);
    await connectPlatform(api, { userId: user._id, token: owner }, 'google');
    expect(await connectedOf(await prove(user.email))).toEqual(['google']);
  });
});

test('the mail with a code warns about disconnecting until the address is proven', async () => {
  const { user } = await api.registerUser();
  await proveByCode(user.email);
  await proveByCode(user.email);
  const warnings = (await mailsTo(api, user.email)).map(({ text }) => text.includes('disconnect'));
  expect(warnings).toEqual([true, false]);
});

test('a consent that starts while the address is being proven is rejected', async () => {
  const { user, token } = await api.registerUser();
  const { db } = api.context;
  const ofPerson = eq(oauthStates.userId, user._id);
  const { answer } = await db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, user._id)).for('update');
    const start = openStart(api, {
      platform: 'google',
      userId: user._id,
      startHeaders: { authorization: `Bearer ${token}` },
    });
    const starting = await untilBlocked(api, start);
    await tx.delete(oauthStates).where(ofPerson);
    await tx.delete(sessions).where(eq(sessions.userId, user._id));
    return starting;
  });
  expect((await answer).status).toBe(401);
  expect(await db.select().from(oauthStates).where(ofPerson)).toEqual([]);
});

test('the proof by Google does not deadlock with metrics that are stored at the same moment', async () => {
  const { user, userId, workspaceId, token } = await api.registerUser();
  await connectPlatform(api, { userId, token }, 'google');
  const { answer } = await api.context.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from connections where workspace_id = ${workspaceId} for share`);
    const proof = await untilBlocked(api, proveByGoogle(user.email));
    // The locks that the foreign keys of stored rows acquire.
    await tx.execute(sql`select 1 from users where id = ${userId} for key share`);
    await tx.execute(sql`select 1 from workspaces where id = ${workspaceId} for key share`);
    return proof;
  });
  expect(await connectedOf(await answer)).toEqual([]);
});
