import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteAccount, listErasures } from '#shared/contracts/privacy.ts';
import { login, register } from '#shared/contracts/users.ts';
import { messages } from '#shared/messages.ts';
import { eq } from '#server/database/drizzle.ts';
import { LeaseLostError } from '#server/database/leases/lease.ts';
import { exports, notifications, sheetSyncs } from '#server/database/schema.ts';
import { AppError } from '#server/lib/failures/errors.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { newId } from '#server/lib/ids.ts';
import { newPerson } from '#server/modules/leads/testing/leadTests.ts';
import { failExport, completeExport } from '#server/modules/exports/control/finishExport.ts';
import { completeRun, failRun } from '#server/modules/sheets/syncs/runs/endRun.ts';
import { mailsTo } from '#server/modules/users/testing/accountTests.ts';
import { lockUser } from '#server/modules/users/users.store.ts';
import { isSomebodyWaiting } from '#testing/database/isSomebodyWaiting.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { clearFaults, orderFaults, readCallCounts } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { closeAccount } from './closeAccount.store.ts';
import { findReceipt, insertReceipt } from '#server/modules/privacy/receipts.store.ts';
import { sweepErasuresJob } from '#server/modules/privacy/privacy.jobs.ts';
import { countOwned, newFullAccount, readWholeDatabase } from '#server/modules/privacy/testing/fullAccount.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** Waits for the mail that confirms the deletion, and returns its receipt code. */
const awaitDeletion = (email: string): Promise<string> =>
  api.waitUntil(
    async () => {
      const mail = (await mailsTo(api, email)).find(({ subject }) => subject.includes('deleted'));
      return /\/deletion\/([0-9a-f]{24})/.exec(mail?.text ?? '')?.[1];
    },
    { what: 'the mail' },
  );

test(
  'deleting an account removes its rows from all tables, its sessions, its sockets and its platform grants',
  { timeout: 120_000 },
  async () => {
    const person = await newFullAccount(api);
    const other = await newPerson(api);
    const socket = openSocket(api.url, { userId: person.userId, token: person.token });
    expect(await socket.handshake).toBeNull();
    const isCut = new Promise<void>((resolve) => socket.socket.once('disconnect', () => resolve()));

    const { status, body } = await api.request(deleteAccount, {
      token: person.token,
      body: { email: ` ${person.email.toUpperCase()} ` },
    });
    expect([status, body.message]).toEqual([200, messages.privacy.accountDeleted([])]);
    await isCut;
    const calls = Object.entries(await readCallCounts(api.sandbox));
    const revocations = calls.filter(([name]) => /revoke|DELETE .*\/me\/permissions$/.test(name));
    expect(revocations.map(([name, times]) => [name.split(' ')[0], times])).toEqual(
      expect.arrayContaining([
        ['google', 1],
        ['facebook', 1],
        ['tiktok', 1],
      ]),
    );
    expect((await api.request(deleteAccount, { token: person.token, body: { email: person.email } })).status).toBe(401);

    const code = await awaitDeletion(person.email);
    const counts = await countOwned(api, person);
    expect(Object.entries(counts).filter(([, rows]) => rows > 0)).toEqual([]);
    const receipt = await findReceipt(api.context.db, code);
    expect(receipt).toMatchObject({ kind: 'account', userId: null, counts: { users: 1, leads: expect.any(Number) } });
    expect(receipt?.finishedAt).not.toBeNull();

    const everything = await readWholeDatabase(api);
    expect(everything).toContain(other.userId);
    for (const trace of [person.userId, person.workspaceId, person.email])
      expect(everything.split('\n').filter((row) => row.includes(trace))).toEqual([]);

    const page = await (await fetch(`${api.url}/deletion/${code}`)).text();
    expect(page).toContain('Deletion of an account');
    expect(page).not.toContain(person.email);
  },
);

test('the address is free again at once, and the former password no longer works', async () => {
  const { user, token } = await api.registerUser({ email: 'again@example.test' });
  const { email } = user;
  expect((await api.request(deleteAccount, { token, body: { email } })).status).toBe(200);
  const password = 'a long enough one';
  expect((await api.request(login, { body: { email, password } })).status).toBe(401);
  const again = await api.request(register, {
    body: { name: 'Ada', email, password, confirmpassword: password },
  });
  expect(again.status).toBe(200);
  expect(again.body.data._id).not.toBe(user._id);
  await awaitDeletion(email);
  expect((await api.request(login, { body: { email, password } })).status).toBe(200);
});

test('a wrong address deletes nothing, and repeated guesses are rate limited', async () => {
  const person = await api.registerUser();
  const { user, token } = person;
  for (let guess = 0; guess < 10; guess += 1) {
    const { status, body } = await api.request(deleteAccount, { token, body: { email: 'other@example.test' } });
    expect([status, body.code, body.fields['email']]).toEqual([400, 'VALIDATION', messages.privacy.otherAddress]);
  }
  const { status } = await api.request(deleteAccount, { token, body: { email: user.email } });
  expect(status).toBe(429);
  expect((await countOwned(api, person))['sessions']).toBe(1);
});

test('a failing platform does not prevent the deletion, and the message names the platform', async () => {
  const person = await api.registerUser();
  const { user, userId, token } = person;
  const { email } = user;
  await connectPlatform(api, { userId, token }, 'facebook');
  await orderFaults(api.sandbox, { provider: 'facebook', path: '/me/permissions', kind: '500', count: 20 });
  const { status, body } = await api.request(deleteAccount, { token, body: { email } });
  await clearFaults(api.sandbox);
  expect([status, body.message]).toEqual([200, messages.privacy.accountDeleted(['facebook'])]);
  await awaitDeletion(email);
  expect(Object.values(await countOwned(api, person)).every((rows) => rows === 0)).toBe(true);
});

test('closes the account before calling the platforms, so that a slow platform does not keep anyone signed in', async () => {
  const person = await api.registerUser();
  const { user, userId, token } = person;
  const { email } = user;
  await connectPlatform(api, { userId, token }, 'facebook');
  await orderFaults(api.sandbox, { provider: 'facebook', path: '/me/permissions', kind: 'timeout', count: 20 });
  let isAnswered = false;
  const answer = api.request(deleteAccount, { token, body: { email } }).finally(() => (isAnswered = true));
  await api.waitUntil(async () => (await api.request(listErasures, { token })).status === 401);
  expect(isAnswered).toBe(false);
  expect((await answer).body.message).toBe(messages.privacy.accountDeleted(['facebook']));
  await clearFaults(api.sandbox);
});

test('resumes a deletion whose job was lost', async () => {
  const { context } = api;
  const person = await newPerson(api);
  const code = newId();
  const longAgo = new Date(context.clock.now().getTime() - 3_600_000);
  await context.db.transaction(async (tx) => {
    await closeAccount(tx, { ...person, workspaceIds: [person.workspaceId] }, longAgo);
    await insertReceipt(tx, { code, kind: 'account', userId: person.userId, requestedAt: longAgo });
  });
  await context.jobs.enqueue(sweepErasuresJob, {});
  await api.waitUntil(async () => (await findReceipt(context.db, code))?.finishedAt);
  expect(Object.values(await countOwned(api, person)).every((rows) => rows === 0)).toBe(true);
});

describe('work that ends while its account is being deleted', () => {
  const leaseId = 'held';
  const leasedUntil = new Date(Date.now() + 60_000);

  const newExport = async (workspaceId: WorkspaceId) => {
    const lease = { workspaceId, id: newId(), leaseId };
    await api.context.db.insert(exports).values({ ...lease, leasedUntil, state: 'running', title: 'Leads' });
    return lease;
  };
  const newRun = async (workspaceId: WorkspaceId, failingSince: Date | null) => {
    const [sync] = await api.context.db
      .insert(sheetSyncs)
      .values({
        workspaceId,
        id: newId(),
        url: 'https://docs.google.com/spreadsheets/d/sample',
        documentId: 'sample',
        isPublished: false,
        type: 'meta',
        createdAt: new Date(),
        nextRunAt: leasedUntil,
        leaseId,
        leasedUntil,
        failingSince,
      })
      .returning();
    if (!sync) throw new Error('no record');
    return { workspaceId, syncId: sync.id, id: 1, leaseId, sync };
  };

  const stored = { status: 'fulfilled' };
  const lost = { status: 'rejected', reason: new LeaseLostError() };

  test.each([
    [
      'an export that is complete',
      stored,
      async (workspaceId: WorkspaceId) => completeExport(api.context, await newExport(workspaceId), 0),
    ],
    [
      'an export that has failed',
      stored,
      async (workspaceId: WorkspaceId) => {
        const lease = await newExport(workspaceId);
        await failExport(api.context, lease, lease, new AppError(502, 'PLATFORM_FAILED', 'Sample reason'));
      },
    ],
    [
      'a sheet that can be read again',
      lost,
      async (workspaceId: WorkspaceId) => completeRun(api.context, await newRun(workspaceId, new Date()), [['Name']]),
    ],
    [
      'a sheet that cannot be read',
      lost,
      async (workspaceId: WorkspaceId) => failRun(api.context, await newRun(workspaceId, null), 'Sample reason'),
    ],
  ])('waits for the deletion without a deadlock: %s', async (_case, expected, end) => {
    const { db, pool } = api.context;
    const person = await api.registerUser();
    const { userId, workspaceId } = person;
    const { ending } = await db.transaction(async (tx) => {
      await lockUser(tx, userId);
      const result = Promise.allSettled([end(workspaceId)]);
      await api.waitUntil(() => isSomebodyWaiting(pool));
      await closeAccount(tx, { ...person, workspaceIds: [workspaceId] }, new Date());
      return { ending: result };
    });
    expect(await ending).toMatchObject([expected]);
    expect(await db.select().from(notifications).where(eq(notifications.userId, userId))).toEqual([]);
    const states = await db.select({ state: exports.state }).from(exports).where(eq(exports.workspaceId, workspaceId));
    for (const { state } of states) expect(state).toBe('cancelled');
  });
});
