import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FacebookRow } from '#shared/insights/facebook.ts';
import type { GoogleRow } from '#shared/insights/google.ts';
import type { TikTokDayRow } from '#shared/insights/tiktok.ts';
import { addDays } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AdPlatform, DaysPart, InsightsPage } from './AdPlatform.ts';
import type { PlatformAccount } from './PlatformAccount.ts';
import type { PlatformCall } from './PlatformCall.ts';
import { callWith, failureOf, startPlatforms, week } from './testing/startPlatforms.ts';
import type { TestPlatforms } from './testing/startPlatforms.ts';

/** Runs `readDays` of every adapter against the sandbox: the store relies on the same behavior of each. */

let platforms: TestPlatforms;

beforeAll(async () => {
  platforms = await startPlatforms();
});
afterAll(() => platforms.close());
beforeEach(() => platforms.reset());

const facts = {
  google: { path: 'searchStream', deadToken: 'token-rejected', spanDays: 92 },
  facebook: { path: '/insights', deadToken: 'reconnect', spanDays: 90 },
  tiktok: { path: 'report/integrated', deadToken: 'reconnect', spanDays: 30 },
} as const satisfies Record<PlatformId, object>;

const readParts = async (adapter: AdPlatform, call: PlatformCall, account: PlatformAccount, range: DateRange) => {
  const parts: DaysPart<PlatformId>[] = [];
  for await (const part of adapter.readDays(call, { account, range })) parts.push(part);
  return parts;
};

/** Every row with its day, sorted. */
const flatten = (parts: readonly DaysPart<PlatformId>[]): string[] =>
  parts
    .flatMap(({ days }) => Array.from(days, ([day, rows]) => rows.map((row) => `${day} ${JSON.stringify(row)}`)).flat())
    .toSorted();

describe.each(platformIds)('%s', (id) => {
  const { path, deadToken, spanDays } = facts[id];

  const open = async () => {
    const call: PlatformCall = callWith(await platforms.connect(id));
    return { adapter: platforms.adapter(id), call, account: await platforms.firstAccount(id, call) };
  };

  it('covers the range with parts, newest days first, without duplicate days', async () => {
    const { adapter, call, account } = await open();
    const range = { since: addDays(week.until, -2 * spanDays), until: week.until };
    const parts = await readParts(adapter, call, account, range);
    expect(parts).toHaveLength(3);
    expect(parts[0]?.range.until).toBe(range.until);
    expect(parts.at(-1)?.range.since).toBe(range.since);
    for (const [index, part] of parts.slice(1).entries())
      expect(part.range.until).toBe(addDays(parts[index]?.range.since ?? '', -1));
    for (const { range: span, days } of parts)
      for (const [day, rows] of days) {
        expect(day >= span.since && day <= span.until).toBe(true);
        expect(rows).not.toEqual([]);
      }
  });

  it('returns the same for a day, whatever range it is read in', async () => {
    const { adapter, call, account } = await open();
    const inMonths = flatten(await readParts(adapter, call, account, { ...week, since: addDays(week.until, -40) }));
    const inWeek = flatten(await readParts(adapter, call, account, week));
    expect(inWeek.length).toBeGreaterThan(13);
    expect(inMonths.filter((row) => row.slice(0, 10) >= week.since)).toEqual(inWeek);
  });

  it.each(['reset', 'truncated', '500'])('takes nothing from a broken response (%s) and retries', async (kind) => {
    const { adapter, call, account } = await open();
    const whole = flatten(await readParts(adapter, call, account, week));
    await platforms.order(id, { kind, path });
    expect(flatten(await readParts(adapter, call, account, week))).toEqual(whole);
    expect(await platforms.readOpenFaults()).toEqual([]);
  });

  it.each([
    ['revoked', deadToken],
    ['permission', 'account'],
  ])('keeps the newest days when the rest cannot be read (%s)', async (kind, outcome) => {
    const { adapter, call, account } = await open();
    const range = { since: addDays(week.until, -spanDays), until: week.until };
    const parts = adapter.readDays(call, { account, range })[Symbol.asyncIterator]();
    const first = await parts.next();
    expect(first.done ? undefined : first.value.range).toEqual({ ...range, since: addDays(range.since, 1) });
    await platforms.order(id, { kind, path });
    expect((await failureOf(parts.next())).outcome).toBe(outcome);
  });

  it('refuses a malformed account id without a call', async () => {
    const { adapter, call, account } = await open();
    const before = await platforms.countCalls();
    expect((await failureOf(readParts(adapter, call, { ...account, id: '../me?' }, week))).outcome).toBe('account');
    expect(await platforms.countCalls()).toBe(before);
  });

  it('is canceled with the caller', async () => {
    const { adapter, call, account } = await open();
    await platforms.order(id, { kind: 'timeout', path });
    const caller = new AbortController();
    const reading = readParts(adapter, { ...call, signal: caller.signal }, account, week);
    caller.abort(new Error('the lease is lost'));
    await expect(reading).rejects.toThrow('the lease is lost');
  });

  it('says in plain words how conversions are attributed', () => {
    const { attribution, settledAfterDays } = platforms.adapter(id);
    expect(attribution).toMatch(/conversion/i);
    expect(settledAfterDays).toBeGreaterThanOrEqual(28);
  });
});

describe('the days of a range', () => {
  const range = { since: addDays(week.until, -120), until: week.until };

  it.each(['google', 'facebook'] as const)('are the rows that the Preview of %s shows', async (id) => {
    const call = callWith(await platforms.connect(id));
    const account = await platforms.firstAccount(id, call);
    const shown: string[] = [];
    let after: string | null = null;
    do {
      const page: InsightsPage<FacebookRow | GoogleRow> = await platforms
        .adapter(id)
        .readInsights(call, { account, range, after });
      shown.push(...page.rows.map((row) => `${row.date} ${JSON.stringify(row)}`));
      ({ after } = page);
    } while (after !== null);
    expect(shown.length).toBeGreaterThan(200);
    expect(flatten(await readParts(platforms.adapter(id), call, account, range))).toEqual(shown.toSorted());
  });

  it("add up to TikTok's campaign totals over the range", async () => {
    const call = callWith(await platforms.connect('tiktok'));
    const account = await platforms.firstAccount('tiktok', call);
    const adapter = platforms.adapter('tiktok');
    const { rows } = await adapter.readInsights(call, { account, range });
    const days: TikTokDayRow[] = [];
    for await (const part of adapter.readDays(call, { account, range })) days.push(...[...part.days.values()].flat());

    const names = ['spend', 'clicks', 'impressions', 'conversion'] as const;
    const sums = rows.map(({ campaign_id: id }) => {
      const ofCampaign = days.filter((day) => day.campaign_id === id);
      return names.map((name) => Number(ofCampaign.reduce((total, day) => total + day[name], 0).toFixed(3)));
    });
    expect(sums).toEqual(rows.map((row) => names.map((name) => row[name])));
    expect(sums.filter(([spend = 0]) => spend > 0)).toHaveLength(6);
  });
});
