import { expect, test } from 'vitest';
import { oauthStates, resetCodes, rateLimits, sessions } from '#server/database/schema.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { api } from '#server/modules/users/testing/accountApi.ts';
import { handleHousekeeping, housekeeping } from './housekeeping.handler.ts';

test('housekeeping deletes only expired rows', async () => {
  const { db, jobs } = api.context;
  const past = new Date(Date.now() - 60_000);
  const future = new Date(Date.now() + 60_000);
  const { user: ada } = await api.registerUser();
  const { user: bob } = await api.registerUser();
  await db.delete(rateLimits);
  await db.delete(sessions);

  const times = [
    [ada._id, 'over', past],
    [bob._id, 'living', future],
  ] as const;
  for (const [userId, name, expiresAt] of times) {
    await db.insert(sessions).values({ userId, tokenHash: name, expiresAt });
    await db
      .insert(resetCodes)
      .values({ userId, askerHash: name, codeHash: name, attemptsLeft: 5, strangerAttemptsLeft: 5, expiresAt });
    await db.insert(oauthStates).values({ userId, stateHash: name, platform: 'google', expiresAt });
    await db.insert(rateLimits).values({ key: name, points: 1, expire: expiresAt.getTime() });
  }

  await jobs.enqueue(housekeeping, {});
  await api.waitUntil(async () => (await db.select().from(rateLimits)).length === 1);
  expect(await db.select({ name: sessions.tokenHash }).from(sessions)).toEqual([{ name: 'living' }]);
  expect(await db.select({ name: resetCodes.codeHash }).from(resetCodes)).toEqual([{ name: 'living' }]);
  expect(await db.select({ name: oauthStates.stateHash }).from(oauthStates)).toEqual([{ name: 'living' }]);
  expect(await db.select({ name: rateLimits.key }).from(rateLimits)).toEqual([{ name: 'living' }]);
});

test('housekeeping logs the deleted rows per table, or nothing if there were none', async () => {
  const { db } = api.context;
  const past = new Date(Date.now() - 60_000);
  for (const key of ['one', 'two']) await db.insert(rateLimits).values({ key, points: 1, expire: past.getTime() });
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(line) });
  const run = { log, signal: new AbortController().signal, isLastAttempt: true, progressed: async () => {} };
  const { run: keepHouse } = handleHousekeeping(api.context);
  await keepHouse({}, run);
  await keepHouse({}, run);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'info', deleted: { rate_limits: 2 } }]);
});
