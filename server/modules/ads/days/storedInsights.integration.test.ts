import { and, eq, sql } from '#server/database/drizzle.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { disconnect } from '#shared/contracts/connections.ts';
import { facebookInsights, googleCampaigns, tiktokCampaigns } from '#shared/contracts/insights.ts';
import type { FacebookRow } from '#shared/insights/facebook.ts';
import type { GoogleRow } from '#shared/insights/google.ts';
import { addDays, countDays, utcDay } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { connections, insightAccounts, insightDays, insightReports } from '#server/database/schema.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { clearFaults, orderFaults, postControl } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { seeGrant, storeWithGrant } from '#server/modules/connections/access/heldGrant.ts';
import { listInsightAccounts } from '#server/modules/ads/insightAccounts.store.ts';
import { readRowsJob } from '#server/modules/ads/insights.jobs.ts';
import type { RowsWish } from '#server/modules/ads/insights.jobs.ts';
import { readAllInsights } from '#server/modules/ads/insights.service.ts';
import { openInsights } from '#server/modules/ads/preview/openInsights.ts';
import { readRowsHandler } from '#server/modules/ads/preview/readRows.handler.ts';
import {
  accountsOf,
  countInsightCalls,
  later,
  newOwner,
  newPerson,
  oldWeek,
} from '#server/modules/ads/testing/insightTests.ts';
import type { Person } from '#server/modules/ads/testing/insightTests.ts';
import type { AdReports } from '#server/providers/reports/AdReports.ts';
import { storeDays } from './insightDays.store.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  // These tests count calls of the Preview. Reads of campaigns, ad sets and ads would add to them.
  const ads: AdReports = {
    async *listObjects() {},
    async *readDays(_call, { range }) {
      yield { range, rows: [] };
    },
  };
  const { google, facebook, tiktok } = api.context.platforms;
  Object.assign(api.context.platforms, {
    google: { ...google, ads },
    facebook: { ...facebook, ads },
    tiktok: { ...tiktok, ads },
  });
});
afterEach(() => clearFaults(api.sandbox));
afterAll(() => api.close());

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const today = utcDay(new Date());
const lastWeek: DateRange = { since: addDays(today, -6), until: today };

/** All rows of a person's accounts. */
const readAll = async <P extends PlatformId>(
  person: Person,
  platform: P,
  range: DateRange,
  context: AppContext = api.context,
) => {
  const accountIds = (await accountsOf(api, person, platform)).map(({ id }) => id);
  return readAllInsights(context, person.workspaceId, platform, { accountIds, ...range }, { patience: 'interactive' });
};

const countCalls = async (platform: PlatformId, run: () => Promise<unknown>): Promise<number> => {
  const before = await countInsightCalls(api, platform);
  await run();
  return (await countInsightCalls(api, platform)) - before;
};

/** Rows of a connection in a table. */
const countRows = async (
  table: typeof insightDays | typeof insightReports | typeof insightAccounts,
  { workspaceId }: Person,
  platform: PlatformId,
): Promise<number> =>
  api.context.db.$count(table, and(eq(table.workspaceId, workspaceId), eq(table.platform, platform)));

const loseGrant = ({ workspaceId }: Person, platform: PlatformId) =>
  api.context.db
    .update(connections)
    .set({ reconnectReason: 'Access was taken back.' })
    .where(and(eq(connections.workspaceId, workspaceId), eq(connections.platform, platform)));

const readingOf = ({ since, until }: DateRange) => ({ readingSince: since, readingUntil: until });

/** Runs the job as a worker does. */
const runRowsRead = (wish: RowsWish): Promise<void> =>
  readRowsHandler(api.context).run(wish, {
    log: createLogger('silent'),
    signal: new AbortController().signal,
    isLastAttempt: true,
    progressed: () => Promise.resolve(),
  });

const faultPaths = { google: 'searchStream', facebook: '/insights', tiktok: '/report/' } as const;

describe.each(platformIds)('metrics of %s', (platform) => {
  test('are read again after ten minutes for young days and after six hours for others', async () => {
    const person = await newOwner(api, [platform]);
    const first = await readAll(person, platform, lastWeek);
    expect(first.warnings).toEqual([]);
    expect(first.rows.length).toBeGreaterThan(0);
    const repeat = (context: AppContext, range = lastWeek) =>
      countCalls(platform, async () =>
        expect((await readAll(person, platform, range, context)).rows).toEqual(first.rows),
      );
    expect(await repeat(api.context)).toBe(0);
    expect(await repeat(later(api.context, 9 * minuteMs))).toBe(0);
    expect(await repeat(later(api.context, 11 * minuteMs))).toBeGreaterThan(0);
  });

  test('are never read again once settled', async () => {
    const person = await newOwner(api, [platform]);
    const range = oldWeek();
    const first = await readAll(person, platform, range);
    expect(first.rows.length).toBeGreaterThan(0);
    const calls = await countCalls(platform, async () => {
      expect(await readAll(person, platform, range, later(api.context, 200 * 24 * hourMs))).toEqual(first);
    });
    expect(calls).toBe(0);
  });

  test('of a failing account are shown with a warning and do not affect the others', async () => {
    const person = await newOwner(api, [platform]);
    const range = oldWeek(10);
    const stored = await readAll(person, platform, range);
    await orderFaults(api.sandbox, { provider: platform, path: faultPaths[platform], kind: 'permission', count: 100 });
    const failing = await readAll(person, platform, range, later(api.context, 7 * hourMs));
    expect(failing.rows).toEqual(stored.rows);
    expect(failing.warnings).toHaveLength((await accountsOf(api, person, platform)).length);
    for (const { message } of failing.warnings)
      expect(message).toMatch(/The data shown was read earlier and may be out of date\.$/);
  });

  test('are shown with a warning after the grant is lost, but unread days are an error', async () => {
    const person = await newOwner(api, [platform]);
    const range = oldWeek(10);
    const { rows } = await readAll(person, platform, range);
    await loseGrant(person, platform);
    const calls = await countCalls(platform, async () => {
      const lost = await readAll(person, platform, range, later(api.context, 7 * hourMs));
      expect(lost.rows).toEqual(rows);
      expect(lost.warnings[0]?.message).toBe(
        'Access was taken back. The data shown was read earlier and may be out of date.',
      );
      await expect(readAll(person, platform, oldWeek(300))).rejects.toMatchObject({ code: 'RECONNECT_NEEDED' });
    });
    expect(calls).toBe(0);
  });

  test('include the reason and their read times after the grant is lost', async () => {
    const person = await newOwner(api, [platform]);
    const accountIds = (await accountsOf(api, person, platform)).map(({ id }) => id);
    const { since, until } = lastWeek;
    const ask = async () => {
      const { token } = person;
      const answer = {
        google: () =>
          api.request(googleCampaigns, { token, body: { startDate: since, endDate: until, customerIds: accountIds } }),
        facebook: () => api.request(facebookInsights, { token, body: { since, until, ad_account_ids: accountIds } }),
        tiktok: () =>
          api.request(tiktokCampaigns, {
            token,
            body: { start_date: since, end_date: until, advertiser_ids: accountIds },
          }),
      };
      const { status, body } = await answer[platform]();
      return { status, rows: body.data, lost: body.connectionLost };
    };
    await readAll(person, platform, lastWeek);
    const before = await ask();
    expect(before.lost).toBeUndefined();
    await loseGrant(person, platform);
    const readAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(await ask()).toEqual({
      status: 200,
      rows: before.rows,
      lost: { reason: 'Access was taken back.', accounts: accountIds.map((accountId) => ({ accountId, readAt })) },
    });
  });

  test('are deleted with the connection, and a running read stores nothing afterwards', async () => {
    const [person, other] = [await newOwner(api, [platform]), await newOwner(api, [platform])];
    const owner = { workspaceId: person.workspaceId, platform };
    for (const each of [person, other]) await readAll(each, platform, lastWeek);
    const grant = await seeGrant(api.context, owner);
    const table = platform === 'tiktok' ? insightReports : insightDays;
    const others = await countRows(table, other, platform);
    expect(others).toBeGreaterThan(0);

    await api.request(disconnect, { token: person.token, params: { platform } });
    await expect(storeWithGrant(api.context, owner, grant, async () => {})).rejects.toMatchObject({
      code: 'NOT_CONNECTED',
    });
    for (const each of [insightDays, insightReports, insightAccounts])
      expect(await countRows(each, person, platform)).toBe(0);
    expect(await countRows(table, other, platform)).toBe(others);
  });
});

test('a failing account becomes a warning beside the rows of the others', async () => {
  const person = await newOwner(api, ['facebook']);
  const [first, second, third] = await accountsOf(api, person, 'facebook');
  await orderFaults(api.sandbox, {
    provider: 'facebook',
    path: `/${first?.id}/insights`,
    kind: 'permission',
    count: 100,
  });
  const { rows, warnings } = await readAll(person, 'facebook', oldWeek());
  expect(rows.length).toBeGreaterThan(0);
  expect(warnings).toEqual([{ accountId: first?.id, message: expect.not.stringContaining('out of date') }]);
  const known = await api.context.db
    .selectDistinct({ accountId: insightDays.accountId })
    .from(insightDays)
    .where(and(eq(insightDays.workspaceId, person.workspaceId), sql`${insightDays.day} < ${addDays(today, -100)}`));
  expect(new Set(known.map(({ accountId }) => accountId))).toEqual(new Set([second?.id, third?.id]));
});

test('the next read in any process reuses the answer size accepted by Facebook', async () => {
  const person = await newOwner(api, ['facebook']);
  const accounts = await accountsOf(api, person, 'facebook');
  /** An answer fits at most twenty days of fifty rows. */
  await postControl(api.sandbox, '/facebook/capacity', { weight: 20 * 50 });
  const readSixtyDays = (daysBack: number) => {
    const until = addDays(today, -daysBack);
    return countCalls('facebook', () => readAll(person, 'facebook', { since: addDays(until, -59), until }));
  };
  const spans = 60 / 15;
  // Pages of 500 rows down to 50, then 60 and 30 days: six refusals for each account.
  expect(await readSixtyDays(100)).toBe(accounts.length * (6 + spans));
  expect(await readSixtyDays(200)).toBe(accounts.length * spans);
  await postControl(api.sandbox, '/facebook/capacity', { weight: 1_000_000 });
});

describe('two readers of the same days', () => {
  const range = oldWeek(90);
  const slowCall = (platform: PlatformId) =>
    orderFaults(api.sandbox, { provider: platform, path: faultPaths[platform], kind: 'slow', delayMs: 500, count: 2 });
  const isRead = (person: Person) =>
    api.waitUntil(async () =>
      (await listInsightAccounts(api.context.db, person.workspaceId)).some(
        ({ leaseId, readingSince }) => leaseId !== null && readingSince !== null,
      ),
    );

  test.each(['google', 'facebook'] as const)(
    'call %s once: an interactive reader waits for the job',
    async (platform) => {
      const person = await newOwner(api, [platform]);
      const accounts = await accountsOf(api, person, platform);
      await slowCall(platform);
      const alone = { google: 2 * accounts.length, facebook: accounts.length }[platform];
      const calls = await countCalls(platform, async () => {
        for (const { id: accountId } of accounts)
          await api.context.jobs.enqueue(readRowsJob, {
            workspaceId: person.workspaceId,
            platform,
            accountId,
            ...range,
          });
        await isRead(person);
        const { rows, warnings } = await readAll(person, platform, range);
        expect([rows.length > 0, warnings]).toEqual([true, []]);
      });
      expect(calls).toBe(alone);
    },
  );

  test('call it once: the job skips days of an interactive reader', async () => {
    const person = await newOwner(api, ['google']);
    const owner = { workspaceId: person.workspaceId, platform: 'google' } as const;
    const accounts = await accountsOf(api, person, 'google');
    await slowCall('google');
    const calls = await countCalls('google', async () => {
      const looking = readAll(person, 'google', range);
      await isRead(person);
      for (const { id: accountId } of accounts) await runRowsRead({ ...owner, accountId, ...range });
      expect((await looking).rows.length).toBeGreaterThan(0);
    });
    expect(calls).toBe(2 * accounts.length);
  });

  test('call it twice if the first reader is too slow for an interactive reader', async () => {
    const person = await newOwner(api, ['google']);
    const owner = { workspaceId: person.workspaceId, platform: 'google' } as const;
    const [account] = await accountsOf(api, person, 'google');
    await api.context.db
      .update(insightAccounts)
      .set({ leaseId: 'stuck', leasedUntil: new Date(Date.now() + hourMs), ...readingOf(range) })
      .where(eq(insightAccounts.workspaceId, person.workspaceId));
    const query = { accountIds: [account?.id ?? ''], ...range };
    const { rows } = await readAllInsights(api.context, owner.workspaceId, 'google', query, {
      patience: 'interactive',
    });
    expect(rows.length).toBeGreaterThan(0);
  });
});

test('paging through Facebook datasets makes no more calls than the job that stores the range', async () => {
  const person = await newOwner(api, ['facebook']);
  const accounts = await accountsOf(api, person, 'facebook');
  const range = { since: addDays(today, -160), until: addDays(today, -101) };
  let at: { account_index?: number; after_cursor?: string | null } = {};
  let pages = 0;
  const calls = await countCalls('facebook', async () => {
    do {
      const { status, body } = await api.request(facebookInsights, {
        token: person.token,
        body: { ...range, ad_account_ids: accounts.map(({ id }) => id), ...at },
      });
      expect(status).toBe(200);
      pages += 1;
      at = { account_index: body.nextAccountIndex, after_cursor: body.after_cursor };
    } while (at.after_cursor !== null || at.account_index !== accounts.length);
  });
  expect(pages).toBeGreaterThan(10);
  expect(calls).toBe(accounts.length);
});

test('reads only the missing days of a partly stored range', async () => {
  const person = await newOwner(api, ['facebook']);
  const [account] = await accountsOf(api, person, 'facebook');
  const range = oldWeek();
  const look = (asked: DateRange) => {
    const query = { accountIds: [account?.id ?? ''], ...asked };
    const reading = { patience: 'interactive' } as const;
    return countCalls('facebook', () => readAllInsights(api.context, person.workspaceId, 'facebook', query, reading));
  };
  expect(await look({ since: range.since, until: range.since })).toBe(1);
  // The stored day splits the range into two spans and is not read again.
  expect(await look({ since: addDays(range.since, -2), until: range.until })).toBe(2);
  expect(await look(range)).toBe(0);
});

const googleRow = (campaignId: string, spend: number, leads: number): GoogleRow => ({
  date: '2026-01-02',
  customerName: 'Customer',
  customerId: '1',
  campaignName: `Campaign ${campaignId}`,
  campaignId,
  campaignStatusLabel: 'Enabled',
  adsetName: 'Ad group',
  adsetId: '1',
  adsetStatusLabel: 'Enabled',
  adId: '1',
  adStatusLabel: 'Enabled',
  spend,
  clicks: 2,
  impressions: 30,
  leads,
});

test('an older read does not overwrite the rows of a newer read', async () => {
  const { workspaceId } = await newPerson(api);
  const key = { workspaceId, platform: 'google', accountId: '1' } as const;
  const store = (readAt: string, rows: GoogleRow[]) =>
    api.context.db.transaction((tx) =>
      storeDays(tx, key, [{ day: '2026-01-02', isSettled: false, rows }], {
        readAt: new Date(readAt),
        currency: 'EUR',
        timeZone: 'UTC',
        attribution: 'as told',
      }),
    );
  const stored = async () => {
    const ofWorkspace = eq(insightDays.workspaceId, workspaceId);
    return (await api.context.db.select({ rows: insightDays.rows }).from(insightDays).where(ofWorkspace))[0]?.rows;
  };
  const rows = [googleRow('a', 0.1, 0.7), googleRow('b', 1, 0)];
  await store('2026-01-05T10:00:00Z', rows);
  await store('2026-01-05T09:59:59Z', [googleRow('c', 9, 9)]);
  expect(await stored()).toEqual(rows);
  await store('2026-01-05T10:00:01Z', [googleRow('b', 2, 1)]);
  expect(await stored()).toEqual([googleRow('b', 2, 1)]);
});

describe('paging through Facebook datasets', () => {
  const ask = async (person: Person, range: DateRange, at: object = {}) => {
    const ids = (await accountsOf(api, person, 'facebook')).map(({ id }) => id);
    return api.request(facebookInsights, {
      token: person.token,
      body: { ...range, ad_account_ids: ids, ...at },
    });
  };
  const walk = async (person: Person, range: DateRange) => {
    const rows = [];
    const cursors: string[] = [];
    for (let at = {}; ;) {
      const { status, body } = await ask(person, range, at);
      expect(status).toBe(200);
      rows.push(...body.data);
      if (body.after_cursor !== null) cursors.push(body.after_cursor);
      else if (body.nextAccountIndex === 3) return { rows, cursors };
      at = { account_index: body.nextAccountIndex, after_cursor: body.after_cursor };
    }
  };

  test('calls Facebook until a job has stored the range', async () => {
    const person = await newOwner(api, ['facebook']);
    const range = oldWeek();
    const ofWorkspace = eq(insightAccounts.workspaceId, person.workspaceId);
    // Another process holds the accounts, so the job has to wait.
    await api.context.db
      .update(insightAccounts)
      .set({ leaseId: 'stuck', leasedUntil: new Date(Date.now() + hourMs), ...readingOf(range) })
      .where(ofWorkspace);
    const live = await walk(person, range);
    expect(live.cursors.length).toBeGreaterThan(0);
    for (const cursor of live.cursors) expect(cursor).not.toMatch(/^stored:/);
    await api.context.db.update(insightAccounts).set({ leaseId: null, leasedUntil: null }).where(ofWorkspace);
    const days = (await accountsOf(api, person, 'facebook')).length * countDays(range);
    await api.waitUntil(async () => (await countRows(insightDays, person, 'facebook')) === days);
    const calls = await countCalls('facebook', async () => {
      const stored = await walk(person, range);
      expect(stored.rows).toEqual(live.rows);
      expect(stored.cursors).toHaveLength(live.cursors.length);
      for (const cursor of stored.cursors) expect(cursor).toMatch(/^stored:\d{4}-\d\d-\d\d:\d+$/);
    });
    expect(calls).toBe(0);
  });

  test('refuses an invalid cursor', async () => {
    const person = await newOwner(api, ['facebook']);
    for (const after_cursor of [
      'stored:',
      `stored:${today}`,
      `stored:${addDays(today, -7)}:1`,
      'stored:2026-02-30:1',
      `stored:${today}:-1`,
      `stored:${today}:1;--`,
      `stored:${today}:99999999999`,
    ]) {
      const { status, body } = await ask(person, lastWeek, { account_index: 0, after_cursor });
      expect([after_cursor, status, body.code]).toEqual([after_cursor, 400, 'VALIDATION']);
    }
  });
});

test('an export reads all rows in pages, one account after another', async () => {
  const person = await newOwner(api, ['facebook']);
  const accountIds = (await accountsOf(api, person, 'facebook')).map(({ id }) => id);
  const query = { accountIds, ...lastWeek };
  const pages: FacebookRow[][] = [];
  const stored = await openInsights(api.context, person.workspaceId, 'facebook', query, { patience: 'background' });
  for (const id of stored.accountIds) for await (const rows of stored.pages(id)) pages.push(rows);
  const { rows } = await readAll(person, 'facebook', lastWeek);
  expect(pages.flat()).toEqual(rows);
  expect(pages.length).toBeGreaterThan(1);
});
