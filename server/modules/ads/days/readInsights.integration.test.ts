import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import { and, eq, sql } from '#server/database/drizzle.ts';
import { adDays, insightAccounts } from '#server/database/schema.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { clearFaults, orderFaults } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { listInsightAccounts } from '#server/modules/ads/insightAccounts.store.ts';
import { readAllInsights } from '#server/modules/ads/insights.service.ts';
import { accountsOf, later, newOwner, oldWeek, runRead } from '#server/modules/ads/testing/insightTests.ts';
import type { Person } from '#server/modules/ads/testing/insightTests.ts';
import { notByItself } from './nextRead.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import type { AdReports, ReportedLevel } from '#server/providers/reports/AdReports.ts';
import { wantDays } from './wantDays.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterEach(() => clearFaults(api.sandbox));
afterAll(() => api.close());

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const owned = { platform: 'google' } as const;
const today = utcDay(new Date());

const rowsOf = async ({ workspaceId }: Person) => {
  const rows = await listInsightAccounts(api.context.db, workspaceId);
  return rows.toSorted((a, b) => a.accountId.localeCompare(b.accountId));
};

const setAccounts = ({ workspaceId }: Person, change: Partial<typeof insightAccounts.$inferInsert>) =>
  api.context.db.update(insightAccounts).set(change).where(eq(insightAccounts.workspaceId, workspaceId));

/** Stored days of all accounts, in order. */
const storedDays = async ({ workspaceId }: Person): Promise<string[]> => {
  const rows = await api.context.db
    .select({ day: adDays.day })
    .from(adDays)
    .where(and(eq(adDays.workspaceId, workspaceId), eq(adDays.level, 'campaign')))
    .orderBy(adDays.day);
  return rows.map(({ day }) => day);
};

test('reads two months of every account of a new connection, including days without delivery', async () => {
  const person = await newOwner(api, ['google']);
  const accounts = await accountsOf(api, person, 'google');
  const since = addDays(today, -58);
  const days = (await storedDays(person)).filter((day) => day >= since && day <= today);
  expect(days.length).toBeGreaterThanOrEqual(accounts.length * 58);
  for (const row of await rowsOf(person)) {
    expect(row).toMatchObject({ problem: null, failingSince: null, adsProblem: null });
    const hours = (row.nextReadAt.getTime() - Date.now()) / hourMs;
    expect(hours).toBeGreaterThan(0.8);
    expect(hours).toBeLessThan(1.2);
  }
});

type Read = { accountId: string; level: ReportedLevel; since: string };

/** Records the reports that are read, also by the API's own worker. Reports of a refused level fail. */
const recordReads = (refused?: ReportedLevel): Read[] => {
  const { google } = api.context.platforms;
  if (!google) throw new Error('no platform');
  const reads: Read[] = [];
  const ads: AdReports = {
    ...google.ads,
    async *readDays(call, query) {
      const { account, level, range } = query;
      reads.push({ accountId: account.id, level, since: range.since });
      if (level === refused) throw new ProviderError('google', { outcome: 'fail', userMessage: 'No access.' });
      yield* google.ads.readDays(call, query);
    },
  };
  Object.assign(api.context.platforms, { google: { ...google, ads } });
  onTestFinished(() => {
    Object.assign(api.context.platforms, { google });
  });
  return reads;
};

/** Deletes the stored days and makes the accounts due, with a wish for older days. */
const wantOldWeek = async (person: Person, accountIds: readonly string[]): Promise<void> => {
  await setAccounts(person, { leaseId: 'other', leasedUntil: new Date(Date.now() + hourMs) });
  await api.context.db.delete(adDays).where(eq(adDays.workspaceId, person.workspaceId));
  const owner = { workspaceId: person.workspaceId, ...owned };
  await wantDays(api.context, owner, [{ accountIds, range: oldWeek() }]);
  await setAccounts(person, { leaseId: null, leasedUntil: null, nextReadAt: new Date(0) });
  await api.waitUntil(async () =>
    (await rowsOf(person)).every(({ wantedSince, leaseId }) => wantedSince === null && leaseId === null),
  );
};

test('reads the newest days of all accounts before older days', async () => {
  const person = await newOwner(api, ['google']);
  const accountIds = (await accountsOf(api, person, 'google')).map(({ id }) => id);
  const reads = recordReads();
  await wantOldWeek(person, accountIds);
  const ofCampaigns = reads.filter(({ level }) => level === 'campaign');
  const newest = ofCampaigns.slice(0, accountIds.length);
  expect(new Set(newest.map(({ accountId }) => accountId))).toEqual(new Set(accountIds));
  for (const { since } of newest) expect(since > addDays(today, -10)).toBe(true);
  const next = ofCampaigns.slice(accountIds.length, 2 * accountIds.length);
  expect(next.map(({ since }) => since)).toEqual(accountIds.map(() => oldWeek().since));
});

test('reads no older days after a refused report of the newest ads', async () => {
  const person = await newOwner(api, ['google']);
  const accountIds = (await accountsOf(api, person, 'google')).map(({ id }) => id);
  const reads = recordReads('ad');
  await wantOldWeek(person, accountIds);
  expect(reads.map(({ level }) => level).toSorted()).toEqual([
    ...accountIds.map(() => 'ad'),
    ...accountIds.map(() => 'campaign'),
  ]);
  for (const row of await rowsOf(person)) expect(row).toMatchObject({ problem: null, adsProblem: 'No access.' });
});

test('reads a new day only when the accounts are due', async () => {
  const person = await newOwner(api, ['google']);
  const owner = { workspaceId: person.workspaceId, ...owned };
  // Each account has the day of its time zone.
  const newest = async () => {
    const { rows } = await api.context.db.execute<{ day: string }>(sql`
      select max(day)::text as day from ad_days where workspace_id = ${person.workspaceId} and level = 'campaign' group by account_id order by account_id`);
    return rows.map(({ day }) => day);
  };
  const before = await newest();
  await runRead(later(api.context, 24 * hourMs), owner);
  expect(await newest()).toEqual(before);
  // The worker, whose clock is today's, may read a due account first.
  await api.waitUntil(async () => {
    await setAccounts(person, { nextReadAt: new Date(Date.now() - 1) });
    await runRead(later(api.context, 24 * hourMs), owner);
    return isDeepStrictEqual(
      await newest(),
      before.map((day) => addDays(day, 1)),
    );
  });
});

test('records why an account failed, ignores visits until the next attempt, and starts at once after a new grant', async () => {
  const person = await newOwner(api, ['google']);
  const owner = { workspaceId: person.workspaceId, ...owned };
  const accountIds = (await accountsOf(api, person, 'google')).map(({ id }) => id);
  await orderFaults(api.sandbox, { provider: 'google', path: 'searchStream', kind: 'permission', count: 100 });
  await wantDays(api.context, owner, [{ accountIds, range: oldWeek() }]);
  const failed = await api.waitUntil(async () => {
    const rows = await rowsOf(person);
    return rows.every((row) => row.problem !== null && row.leaseId === null) ? rows : null;
  });
  for (const row of failed) {
    expect(row.problemCode).toEqual(expect.any(String));
    expect(row.failingSince).toEqual(expect.any(Date));
    expect(row.nextReadAt.getTime()).toBeGreaterThan(Date.now() + minuteMs / 2);
  }
  await wantDays(api.context, owner, [{ accountIds, range: oldWeek() }]);
  expect((await rowsOf(person)).map(({ nextReadAt }) => nextReadAt)).toEqual(
    failed.map(({ nextReadAt }) => nextReadAt),
  );

  await clearFaults(api.sandbox);
  await connectPlatform(api, person, 'google');
  await api.waitUntil(async () =>
    (await rowsOf(person)).every((row) => row.problem === null && row.leaseId === null && row.wantedSince === null),
  );
  // The days requested during the failure are stored now.
  const { since, until } = oldWeek();
  const wanted = (await storedDays(person)).filter((day) => day >= since && day <= until);
  expect(wanted).toHaveLength(accountIds.length * 7);
});

test('resumes accounts without visits at the next visit', async () => {
  const person = await newOwner(api, ['google']);
  const accountIds = (await accountsOf(api, person, 'google')).map(({ id }) => id);
  const readAt = new Date(Date.now() - 31 * 24 * hourMs);
  await setAccounts(person, { readAt, lookedAt: readAt, nextReadAt: notByItself });
  const query = { accountIds, since: addDays(today, -6), until: today };
  await readAllInsights(api.context, person.workspaceId, 'google', query, { patience: 'interactive' });
  await api.waitUntil(async () => (await rowsOf(person)).every((row) => row.readAt !== null && row.readAt > readAt));
  expect(await rowsOf(person)).toHaveLength(accountIds.length);
});

test('takes over accounts of a killed reader but not of a living one, even with a fast clock', async () => {
  const person = await newOwner(api, ['google']);
  const owner = { workspaceId: person.workspaceId, ...owned };
  const heldUntil = new Date(Date.now() + 30_000);
  await setAccounts(person, { leaseId: 'killed', leasedUntil: heldUntil, nextReadAt: heldUntil, readAt: null });
  await runRead(later(api.context, 60_000), owner);
  expect((await rowsOf(person)).every((row) => row.leaseId === 'killed')).toBe(true);
  const ended = new Date(Date.now() - 1);
  await setAccounts(person, { leasedUntil: ended, nextReadAt: ended });
  await runRead(api.context, owner);
  expect((await rowsOf(person)).every((row) => row.leaseId === null && row.readAt !== null)).toBe(true);
});
