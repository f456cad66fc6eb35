import { and, eq, sql } from '#server/database/drizzle.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { disconnect } from '#shared/contracts/connections.ts';
import { facebookInsights, googleCampaigns, tiktokCampaigns } from '#shared/contracts/insights.ts';
import type { FacebookRow } from '#shared/insights/facebook.ts';
import type { GoogleRow } from '#shared/insights/google.ts';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { campaignDays, connections, insightAccounts, insightDays, insightReports } from '#server/database/schema.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { clearFaults, orderFaults, postControl } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { seeGrant, storeWithGrant } from '#server/modules/connections/access/heldGrant.ts';
import { listInsightAccounts } from '#server/modules/ads/insightAccounts.store.ts';
import { storeDays } from './insightDays.store.ts';
import { readAllInsights } from '#server/modules/ads/insights.service.ts';
import { notByItself } from './nextRead.ts';
import { standingDays } from './readInsights.handler.ts';
import { openInsights } from '#server/modules/ads/preview/openInsights.ts';
import {
  accountsOf,
  countInsightCalls,
  later,
  newOwner,
  newPerson,
  oldWeek,
  runRead,
} from '#server/modules/ads/testing/insightTests.ts';
import type { Person } from '#server/modules/ads/testing/insightTests.ts';
import { wantDays } from './wantDays.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  // These tests count calls and days of the Preview. Reads of campaigns, ad sets and ads would add to them.
  const { google, facebook, tiktok } = api.context.platforms;
  Object.assign(api.context.platforms, {
    google: { ...google, ads: undefined },
    facebook: { ...facebook, ads: undefined },
    tiktok: { ...tiktok, ads: undefined },
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
  table: typeof insightDays | typeof campaignDays | typeof insightReports | typeof insightAccounts,
  { workspaceId }: Person,
  platform: PlatformId,
): Promise<number> =>
  api.context.db.$count(table, and(eq(table.workspaceId, workspaceId), eq(table.platform, platform)));

const loseGrant = ({ workspaceId }: Person, platform: PlatformId) =>
  api.context.db
    .update(connections)
    .set({ reconnectReason: 'Access was taken back.' })
    .where(and(eq(connections.workspaceId, workspaceId), eq(connections.platform, platform)));

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
    await readAll(person, platform, lastWeek);
    const grant = await seeGrant(api.context, owner);
    const others = await countRows(insightDays, other, platform);
    expect(others).toBeGreaterThanOrEqual(standingDays);

    await api.request(disconnect, { token: person.token, params: { platform } });
    await expect(storeWithGrant(api.context, owner, grant, async () => {})).rejects.toMatchObject({
      code: 'NOT_CONNECTED',
    });
    for (const table of [insightDays, campaignDays, insightReports, insightAccounts])
      expect(await countRows(table, person, platform)).toBe(0);
    expect(await countRows(insightDays, other, platform)).toBe(others);
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
        const accountIds = accounts.map(({ id }) => id);
        await wantDays(api.context, { workspaceId: person.workspaceId, platform }, [{ accountIds, range }]);
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
      await wantDays(api.context, owner, [{ accountIds: accounts.map(({ id }) => id), range }]);
      await runRead(api.context, owner);
      expect((await looking).rows.length).toBeGreaterThan(0);
      await api.waitUntil(async () =>
        (await listInsightAccounts(api.context.db, owner.workspaceId)).every(
          ({ leaseId, wantedSince }) => leaseId === null && wantedSince === null,
        ),
      );
    });
    expect(calls).toBe(2 * accounts.length);
  });

  test('call it twice if the first reader is too slow for an interactive reader', async () => {
    const person = await newOwner(api, ['google']);
    const owner = { workspaceId: person.workspaceId, platform: 'google' } as const;
    const [account] = await accountsOf(api, person, 'google');
    await api.context.db
      .update(insightAccounts)
      .set({ leaseId: 'stuck', leasedUntil: new Date(Date.now() + hourMs), readingSince: null })
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
  const person = await newOwner(api, ['tiktok']);
  const owner = { workspaceId: person.workspaceId, platform: 'tiktok' } as const;
  const [account] = await accountsOf(api, person, 'tiktok');
  if (!account) throw new Error('no account');
  const range = oldWeek();
  const want = (wanted: DateRange) =>
    countCalls('tiktok', async () => {
      await wantDays(api.context, owner, [{ accountIds: [account.id], range: wanted }]);
      await api.waitUntil(async () => {
        const rows = await listInsightAccounts(api.context.db, owner.workspaceId);
        return rows.every((row) => row.wantedSince === null && row.leaseId === null);
      });
    });
  expect(await want({ since: range.since, until: range.since })).toBe(1);
  // The stored day splits the range into two spans and is not read again.
  expect(await want({ since: addDays(range.since, -2), until: range.until })).toBe(2);
  expect(await want(range)).toBe(0);
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
    // After a failure, the job retries later.
    const setJob = (change: Partial<typeof insightAccounts.$inferInsert>) =>
      api.context.db.update(insightAccounts).set(change).where(eq(insightAccounts.workspaceId, person.workspaceId));
    await setJob({ problem: 'It failed.', nextReadAt: new Date(Date.now() + hourMs) });
    const live = await walk(person, range);
    expect(live.cursors.length).toBeGreaterThan(0);
    for (const cursor of live.cursors) expect(cursor).not.toMatch(/^stored:/);
    await setJob({ problem: null, nextReadAt: new Date() });
    await runRead(api.context, { workspaceId: person.workspaceId, platform: 'facebook' });
    await api.waitUntil(async () =>
      (await listInsightAccounts(api.context.db, person.workspaceId)).every(
        (row) => row.wantedSince === null && row.leaseId === null,
      ),
    );
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

describe('the job', () => {
  const owned = { platform: 'google' } as const;
  const rowsOf = async ({ workspaceId }: Person) => {
    const rows = await listInsightAccounts(api.context.db, workspaceId);
    return rows.toSorted((a, b) => a.accountId.localeCompare(b.accountId));
  };

  test('reads sixty days of every account of a new connection, including days without delivery', async () => {
    const person = await newOwner(api, ['google']);
    const accounts = await accountsOf(api, person, 'google');
    expect(await countRows(insightDays, person, 'google')).toBe(accounts.length * standingDays);
    for (const row of await rowsOf(person)) {
      expect(row).toMatchObject({ problem: null, failingSince: null });
      const hours = (row.nextReadAt.getTime() - Date.now()) / hourMs;
      expect(hours).toBeGreaterThan(0.8);
      expect(hours).toBeLessThan(1.2);
    }
  });

  test('fills a gap only when it is due', async () => {
    const person = await newOwner(api, ['google']);
    const owner = { workspaceId: person.workspaceId, ...owned };
    expect(await countCalls('google', () => runRead(api.context, owner))).toBe(0);
    const accounts = await accountsOf(api, person, 'google');
    const tomorrow = later(api.context, 24 * hourMs);
    await api.context.db
      .update(insightAccounts)
      .set({ nextReadAt: new Date(Date.now() - 1) })
      .where(eq(insightAccounts.workspaceId, person.workspaceId));
    expect(await countCalls('google', () => runRead(tomorrow, owner))).toBeGreaterThanOrEqual(accounts.length);
    expect(await countRows(insightDays, person, 'google')).toBe(accounts.length * (standingDays + 1));
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
    expect(await countRows(insightDays, person, 'google')).toBe(accountIds.length * (standingDays + 7));
  });

  test('resumes accounts without visits at the next visit', async () => {
    const person = await newOwner(api, ['google']);
    const accountIds = (await accountsOf(api, person, 'google')).map(({ id }) => id);
    const readAt = new Date(Date.now() - 31 * 24 * hourMs);
    await api.context.db
      .update(insightAccounts)
      .set({ readAt, lookedAt: readAt, nextReadAt: notByItself })
      .where(eq(insightAccounts.workspaceId, person.workspaceId));
    await readAll(person, 'google', lastWeek);
    await api.waitUntil(async () => (await rowsOf(person)).every((row) => row.readAt !== null && row.readAt > readAt));
    expect(await rowsOf(person)).toHaveLength(accountIds.length);
  });

  test('takes over accounts of a killed reader but not of a living one, even with a fast clock', async () => {
    const person = await newOwner(api, ['google']);
    const owner = { workspaceId: person.workspaceId, ...owned };
    const heldUntil = new Date(Date.now() + 30_000);
    await api.context.db
      .update(insightAccounts)
      .set({ leaseId: 'killed', leasedUntil: heldUntil, nextReadAt: heldUntil, readAt: null })
      .where(eq(insightAccounts.workspaceId, person.workspaceId));
    await runRead(later(api.context, 60_000), owner);
    expect((await rowsOf(person)).every((row) => row.leaseId === 'killed')).toBe(true);
    const ended = new Date(Date.now() - 1);
    await api.context.db
      .update(insightAccounts)
      .set({ leasedUntil: ended, nextReadAt: ended })
      .where(eq(insightAccounts.workspaceId, person.workspaceId));
    await runRead(api.context, owner);
    expect((await rowsOf(person)).every((row) => row.leaseId === null && row.readAt !== null)).toBe(true);
  });
});
