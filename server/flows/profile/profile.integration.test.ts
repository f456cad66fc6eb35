import { eq } from '#server/database/drizzle.ts';
import { describe, expect, test, vi } from 'vitest';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { login, updateProfile } from '#shared/contracts/users.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { adAccounts, sessions, users } from '#server/database/schema.ts';
import { hashSecret } from '#server/lib/ids.ts';
import { api } from '#server/modules/users/testing/accountApi.ts';
import { lockUser } from '#server/modules/users/users.store.ts';
import { updateMembership } from '#server/modules/users/members/members.store.ts';
import { mailsTo, sendRaw, untilBlocked } from '#server/modules/users/testing/accountTests.ts';

const password = 'sample pass';

const listAccounts = async (workspaceId: WorkspaceId, platform: PlatformId, ids: readonly string[]) => {
  await api.context.db.insert(adAccounts).values(
    ids.map((accountId, position) => ({
      workspaceId,
      platform,
      accountId,
      name: `Sample ${position}`,
      position,
      listedAt: new Date(),
    })),
  );
};

const defaultsOf = (body: unknown) => updateProfile.response.parse(body).data.defaultAccounts;

describe('update_profile', () => {
  test('returns 401 without a token', async () => {
    expect(await api.request(updateProfile, { body: { name: 'Eve' } })).toMatchObject({
      status: 401,
      body: { code: 'SESSION_EXPIRED' },
    });
  });

  test('[S7.UPD.2] [S7.UPD.3] [S7.UPD.6] changes the name and returns the whole user with the token of the request', async () => {
    const { user, token } = await api.registerUser();
    const { status, body } = await api.request(updateProfile, {
      token,
      body: { name: ' Ada Renamed ', email: user.email },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: 'Profile updated successfully',
      data: { ...user, name: 'Ada Renamed', token },
    });
  });

  test('[S5.PROF.2] never changes the address', async () => {
    const { user, token } = await api.registerUser({ email: 'stays@example.test', password });
    const { body } = await api.request(updateProfile, {
      token,
      body: { name: 'Ada', email: 'elsewhere@example.test' },
    });
    expect(body).toMatchObject({ data: { email: user.email } });
    expect((await api.request(login, { body: { email: 'stays@example.test', password } })).status).toBe(200);
    expect((await api.request(login, { body: { email: 'elsewhere@example.test', password } })).status).toBe(401);
  });

  test('ignores changes to fields that belong to the server', async () => {
    const { user, token } = await api.registerUser();
    const { user: other } = await api.registerUser();
    const body = {
      name: 'Only this',
      _id: other._id,
      userId: other._id,
      role: 'admin',
      google: true,
      isEmailProven: true,
      token: 'x',
      passwordHash: 'x',
      createdAt: '2020-01-01T00:00:00.000Z',
    };
    const before = await api.context.db.select().from(users).where(eq(users.id, user._id));
    const response = await sendRaw(api, updateProfile, body, { authorization: `Bearer ${token}` });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ data: { ...user, name: 'Only this' } });
    const stored = await api.context.db.select().from(users).where(eq(users.id, user._id));
    expect(stored).toEqual(before.map((row) => ({ ...row, name: 'Only this', updatedAt: expect.any(Date) })));
    const [untouched] = await api.context.db.select().from(users).where(eq(users.id, other._id));
    expect(untouched?.name).toBe(other.name);
  });

  test('[S5.SERV.1] rejects an empty name and a short password without changing anything', async () => {
    const { user, token } = await api.registerUser({ password });
    const refusals = [
      [{ name: ' ' }, 'name is required'],
      [{ name: 'New', password: '12345' }, 'Password must be at least 6 characters long'],
    ] as const;
    for (const [body, message] of refusals)
      expect(await api.request(updateProfile, { token, body })).toMatchObject({
        status: 400,
        body: { success: false, message },
      });
    const [stored] = await api.context.db.select().from(users).where(eq(users.id, user._id));
    expect(stored?.name).toBe(user.name);
  });

  test('an empty password changes nothing, and a new password is stored exactly as typed', async () => {
    const { user, token } = await api.registerUser({ password });
    const signIn = async (attempt: string) =>
      (await api.request(login, { body: { email: user.email, password: attempt } })).status;
    await api.request(updateProfile, { token, body: { name: 'Ada', password: '' } });
    expect(await signIn(password)).toBe(200);
    await api.request(updateProfile, { token, body: { name: 'Ada', password: '  spaced  ' } });
    expect(await signIn('spaced')).toBe(401);
    expect(await signIn('  spaced  ')).toBe(200);
  });

  test('a new password ends the other sessions, keeps this one and notifies the owner', async () => {
    const { user, token } = await api.registerUser({ email: 'changer@example.test', password });
    const { body } = await api.request(login, { body: { email: user.email, password } });
    const other = login.response.parse(body).data.token;
    const cutSessions = vi.spyOn(api.context.publisher, 'cutSessions');
    expect((await api.request(updateProfile, { token, body: { password: 'another pass' } })).status).toBe(200);
    expect(cutSessions).toHaveBeenCalledExactlyOnceWith([hashSecret(other)]);
    cutSessions.mockRestore();

    expect((await api.request(updateProfile, { token: other, body: { name: 'Eve' } })).status).toBe(401);
    expect((await api.request(updateProfile, { token, body: { name: 'Ada' } })).status).toBe(200);
    const mail = await api.waitUntil(async () => (await mailsTo(api, user.email))[0]);
    expect(mail).toMatchObject({ subject: 'Your Leadlight password was changed' });
    expect(mail.text).toContain(`${api.context.env.PUBLIC_URL}/forgot-password`);
    expect(mail.text).not.toContain('another pass');
  });

  test('a session that a reset has ended meanwhile cannot set a new password', async () => {
    const { user, token } = await api.registerUser();
    const { db } = api.context;
    const { answer } = await db.transaction(async (tx) => {
      await tx.update(users).set({ passwordHash: 'of the reset' }).where(eq(users.id, user._id));
      const saving = await untilBlocked(api, api.request(updateProfile, { token, body: { password: 'another pass' } }));
      await tx.delete(sessions).where(eq(sessions.userId, user._id));
      return saving;
    });
    expect((await answer).status).toBe(401);
    const [stored] = await db.select().from(users).where(eq(users.id, user._id));
    expect(stored?.passwordHash).toBe('of the reset');
  });

  test('[S7.UPD.1] default accounts: replaces only the lists that are given', async () => {
    const { workspaceId, token } = await api.registerUser();
    await listAccounts(workspaceId, 'google', ['1234567890', '2234567890']);
    await listAccounts(workspaceId, 'facebook', ['act_1', 'act_2', 'act_3']);
    const set = (defaultAccounts: Partial<Record<PlatformId, string[]>>) =>
      api.request(updateProfile, { token, body: { defaultAccounts } });

    const first = await set({ facebook: ['act_3', 'act_1', 'act_3'] });
    expect(first).toMatchObject({ status: 200, body: { message: 'Default Value Set Successfully' } });
    expect(defaultsOf(first.body)).toEqual({ google: [], facebook: ['act_3', 'act_1'], tiktok: [] });
    expect(defaultsOf((await set({ google: ['2234567890'] })).body)).toEqual({
      google: ['2234567890'],
      facebook: ['act_3', 'act_1'],
      tiktok: [],
    });
    // An id without its prefix refers to the same account. An empty list clears the accounts.
    expect(defaultsOf((await set({ google: [], facebook: ['2', 'act_2'] })).body)).toEqual({
      google: [],
      facebook: ['act_2'],
      tiktok: [],
    });
  });

  test('default accounts: keeps only accounts that the own connection lists', async () => {
    const { workspaceId, token } = await api.registerUser();
    const other = await api.registerUser();
    await listAccounts(workspaceId, 'google', ['1111111111']);
    await listAccounts(other.workspaceId, 'google', ['9999999999']);
    await listAccounts(other.workspaceId, 'tiktok', ['7000000000000000001']);
    const defaultAccounts = {
      google: ['9999999999', '1111111111', '__proto__', '\u0000'],
      tiktok: ['7000000000000000001'],
    };
    const { body } = await api.request(updateProfile, { token, body: { defaultAccounts } });
    expect(defaultsOf(body)).toEqual({ google: ['1111111111'], facebook: [], tiktok: [] });
  });

  test('default accounts of two platforms are both kept when they are saved at the same moment', async () => {
    const { userId, workspaceId, token } = await api.registerUser();
    await listAccounts(workspaceId, 'tiktok', ['7000000000000000001']);
    const { answer } = await api.context.db.transaction(async (tx) => {
      const defaultAccounts = { google: ['1111111111'], facebook: [], tiktok: [] };
      await lockUser(tx, userId);
      await updateMembership(tx, { userId, workspaceId }, { defaultAccounts });
      const body = { defaultAccounts: { tiktok: ['7000000000000000001'] } };
      return untilBlocked(api, api.request(updateProfile, { token, body }));
    });
    expect(defaultsOf((await answer).body)).toEqual({
      google: ['1111111111'],
      facebook: [],
      tiktok: ['7000000000000000001'],
    });
  });
});
