import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { getOverview } from '#shared/contracts/overview.ts';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { and, eq, inArray, lte, sql } from '#server/database/drizzle.ts';
import { insightAccounts } from '#server/database/schema.ts';
import type { AdPlatform } from '#server/providers/AdPlatform.ts';
import { platformOf } from '#server/providers/platformOf.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { newPerson } from './testing/insightTests.ts';
import type { Person } from './testing/insightTests.ts';

const today = utcDay(new Date());
const lastWeek = { since: addDays(today, -6), until: today };
/** Older than the newest days, in every time zone. */
const pastUntil = addDays(today, -9);
/** Before the first turn of older days, whose last day is not slow yet. */
const laterTurnsUntil = addDays(today, -75);

/** Platforms whose metric calls wait until the gate opens. */
const slowPlatforms = ['google', 'facebook'] as const;

let waiting = 0;
let isSlow: (until: string | null) => boolean = () => false;
let gate = Promise.withResolvers<undefined>();
const pass = async (until: string | null): Promise<void> => {
  if (!isSlow(until)) return;
  waiting += 1;
  await gate.promise;
  waiting -= 1;
};

const slowed = <P extends PlatformId>({ ads, ...platform }: AdPlatform<P>) => ({
  ...platform,
  ads: {
    async *listObjects(...[call, account]: Parameters<typeof ads.listObjects>) {
      await pass(null);
      yield* ads.listObjects(call, account);
    },
    async *readDays(...[call, query]: Parameters<typeof ads.readDays>) {
      await pass(query.range.until);
      yield* ads.readDays(call, query);
    },
  },
});

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  const { platforms } = api.context;
  for (const platform of slowPlatforms)
    Object.assign(platforms, { [platform]: slowed(platformOf(platforms, platform)) });
});
beforeEach(() => {
  gate = Promise.withResolvers();
});
afterEach(() => gate.resolve(undefined));
afterAll(() => api.close());

/** New workspaces whose slow accounts are being read. */
const newBusy = async (count: number): Promise<Person[]> => {
  const people = await Promise.all(Array.from({ length: count }, () => newPerson(api)));
  for (const person of people) for (const platform of slowPlatforms) await connectPlatform(api, person, platform);
  return people;
};

/** Counts the running jobs of slow connections. */
const countActive = async (job: 'read-insights' | 'read-past-insights'): Promise<number> => {
  const { rows } = await api.context.db.execute<{ active: number }>(
    sql`select count(*)::int as active from jobs.job_common
      where name = ${job} and state = 'active' and data->>'platform' in ${slowPlatforms}`,
  );
  return rows[0]?.active ?? 0;
};

/** Counts the accounts on slow platforms whose older days are stored. */
const countPastRead = async (people: readonly Person[]): Promise<number> => {
  const ids = people.map(({ workspaceId }) => workspaceId);
  const { workspaceId, platform, adsSince } = insightAccounts;
  const isPastRead = and(inArray(workspaceId, ids), inArray(platform, slowPlatforms), lte(adsSince, laterTurnsUntil));
  return api.context.db.$count(insightAccounts, isPastRead);
};

const hasMetrics = async ({ token }: Person): Promise<boolean> => {
  const { body } = await api.request(getOverview, { token, query: lastWeek });
  return body.data.series.some(({ platform, current }) => platform === 'tiktok' && current.impressions.some(Boolean));
};

/** Connects small accounts until their metrics appear, and waits for their next reads. */
const expectOthersAreRead = async (busy: Person): Promise<void> => {
  const newcomer = await newPerson(api);
  for (const person of [newcomer, busy]) {
    await connectPlatform(api, person, 'tiktok');
    await api.waitUntil(() => hasMetrics(person), { what: 'metrics of the small account' });
  }
  const { db } = api.context;
  for (const { workspaceId } of [newcomer, busy]) {
    const isSmall = and(eq(insightAccounts.workspaceId, workspaceId), eq(insightAccounts.platform, 'tiktok'));
    const areReadSince = async (at: Date) => {
      const rows = await db.select().from(insightAccounts).where(isSmall);
      return rows.length > 0 && rows.every(({ readAt }) => readAt !== null && readAt > at);
    };
    await api.waitUntil(() => areReadSince(new Date(0)), { what: 'the first read of the small account' });
    const dueAt = new Date();
    await api.waitUntil(
      async () => {
        // A read under way sets its own time for the next one.
        await db
          .update(insightAccounts)
          .set({ nextReadAt: new Date(0) })
          .where(and(isSmall, lte(insightAccounts.readAt, dueAt)));
        return areReadSince(dueAt);
      },
      { what: 'the next read of the small account' },
    );
  }
};

test('reads small accounts while three workspaces wait for slow platforms without database connections', async () => {
  isSlow = () => true;
  const busy = await newBusy(3);
  const [first] = busy;
  if (!first) throw new Error('no workspace');
  const slow = busy.length * slowPlatforms.length;
  await api.waitUntil(async () => waiting >= slow && (await countActive('read-insights')) === slow, {
    what: 'reads of all slow connections',
  });
  const { pool } = api.context;
  await api.waitUntil(() => pool.totalCount - pool.idleCount < slow, {
    what: 'database connections that no read holds',
  });
  await expectOthersAreRead(first);
  expect(waiting).toBeGreaterThanOrEqual(slow);
});

test('reads small accounts while older days of slow accounts hold all their places', async () => {
  isSlow = (until) => until !== null && until <= pastUntil;
  const busy = await newBusy(2);
  const [first] = busy;
  if (!first) throw new Error('no workspace');
  const places = 3;
  const areHeld = async () => waiting >= places && (await countActive('read-past-insights')) === places;
  await api.waitUntil(areHeld, { what: 'reads of older days' });
  await expectOthersAreRead(first);
  // Not asked of the queue: on a busy machine, it fails a job whose heartbeat is late, and its next one ends at once.
  expect(await countPastRead(busy)).toBe(0);
  // The query finds accounts that are read.
  gate.resolve(undefined);
  await api.waitUntil(async () => (await countPastRead(busy)) > 0, { what: 'the end of the reads' });
});
