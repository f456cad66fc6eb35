import { eq, sql } from '#server/database/drizzle.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSheetSync } from '#shared/contracts/sheetSyncs.ts';
import { exports, insightAccounts, resetCodes, sessions, sheetSyncs } from '#server/database/schema.ts';
import { newId } from '#server/lib/ids.ts';
import { notByItself } from '#server/modules/ads/days/nextRead.ts';
import { replaceCodes, takeAttempt } from '#server/modules/users/passwordReset/oneTimeCodes.store.ts';
import { claimDueSheetSyncs } from '#server/modules/sheets/syncs/sheetSyncs.store.ts';
import { putSheet } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { clockTick } from './clockTick.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const dayMs = 86_400_000;

/** Starts the tick with a clock that is a day ahead until the test corrects it. */
const startAhead = async () => {
  let aheadMs = dayMs;
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const tick = clockTick({ ...api.context, clock });
  await tick.run();
  return {
    now: () => clock.now(),
    setRight: async () => {
      aheadMs = 0;
      await tick.run();
    },
  };
};

test('times stored while the clock was a day ahead are limited after the correction', async () => {
  const { db } = api.context;
  const { userId } = await api.registerUser();
  const clock = await startAhead();
  const weekMs = 7 * dayMs;
  await db
    .update(sessions)
    .set({ expiresAt: new Date(clock.now().getTime() + weekMs) })
    .where(eq(sessions.userId, userId));
  const expiresAt = new Date(clock.now().getTime() + 10 * 60_000);
  await replaceCodes(db, ['asker'], { userId, codeHash: 'hash', expiresAt });
  await clock.setRight();
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, userId));
  expect(session?.expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + weekMs);
  expect(session?.expiresAt.getTime()).toBeGreaterThan(Date.now() + weekMs - dayMs);
  expect(await db.select().from(resetCodes)).toEqual([]);
});

test("a code expires after ten minutes of database time, even if a server's clock is behind", async () => {
  const { db } = api.context;
  const { user, userId } = await api.registerUser();
  const expiresAt = new Date(Date.now() + 10 * 60_000);
  const guess = { email: user.email, askers: ['asker'], isAskerOnly: false };
  await replaceCodes(db, ['asker'], { userId, codeHash: 'hash', expiresAt });
  expect(await takeAttempt(db, guess, new Date())).toMatchObject({ userId });
  await db.update(resetCodes).set({ createdAt: sql`now() - interval '11 minutes'` });
  const lateBy = (ms: number) => new Date(Date.now() - ms);
  expect(await takeAttempt(db, guess, lateBy(10 * 60_000))).toBeNull();
  await db.update(resetCodes).set({ createdAt: sql`now() + interval '11 minutes'` });
  expect(await takeAttempt(db, guess, lateBy(0))).toBeNull();
});

test('a server whose clock is behind does not end the leases of others', async () => {
  const { db } = api.context;
  const { workspaceId } = await api.registerUser();
  const leasedUntil = new Date(Date.now() + 15_000);
  const held = { workspaceId, id: newId(), leaseId: 'held', leasedUntil };
  await db.insert(exports).values({ ...held, state: 'running', title: 'Leads' });
  await clockTick({ ...api.context, clock: { now: () => new Date(Date.now() - 10 * 60_000) } }).run();
  expect(await db.select({ leasedUntil: exports.leasedUntil }).from(exports)).toEqual([{ leasedUntil }]);
});

test('ad accounts that wait for their owner continue to wait', async () => {
  const { db } = api.context;
  const { workspaceId } = await api.registerUser();
  const account = { workspaceId, platform: 'google', accountId: '1' } as const;
  await db.insert(insightAccounts).values({ ...account, nextReadAt: notByItself });
  await clockTick(api.context).run();
  expect(await db.select({ nextReadAt: insightAccounts.nextReadAt }).from(insightAccounts)).toEqual([
    { nextReadAt: notByItself },
  ]);
});

test('a sheet whose next run lies a day ahead stays in sync, and missed runs are made up once', async () => {
  const { db, env } = api.context;
  const { token } = await api.registerUser();
  const url = await putSheet(api.sandbox, newId(), { rows: [['Name']], shared: 'public' });
  await api.request(createSheetSync, { token, body: { url, type: 'meta' } });
  const clock = await startAhead();
  await db.update(sheetSyncs).set({ nextRunAt: clock.now() });
  await clock.setRight();
  const [sync] = await db.select().from(sheetSyncs);
  const intervalMs = env.AUTOSYNC_INTERVAL_SECONDS * 1000;
  expect(sync?.nextRunAt.getTime()).toBeLessThanOrEqual(Date.now() + intervalMs);

  // Simulates a day without a running worker.
  const due = await db.transaction(async (tx) => {
    await tx.update(sheetSyncs).set({ nextRunAt: new Date(Date.now() - dayMs) });
    const claim = () => claimDueSheetSyncs(tx, env.AUTOSYNC_INTERVAL_SECONDS, 10);
    return [await claim(), await claim()];
  });
  expect(due.map((claimed) => claimed.length)).toEqual([1, 0]);
});
