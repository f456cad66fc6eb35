import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { FacebookRow } from '#shared/insights/facebook.ts';
import { addDays } from '#shared/lib/dateRange.ts';
import type { AdPlatform, DaysQuery } from '#server/providers/AdPlatform.ts';
import type { AnswerSize, SizeMemory } from '#server/providers/PlatformAccount.ts';
import type { PlatformCall } from '#server/providers/calls/PlatformCall.ts';
import { clampToMonths } from '#server/providers/reports/dayParts.ts';
import { failureOf, startPlatforms, week } from '#server/providers/testing/startPlatforms.ts';

/** Queries too large for one response of Meta: smaller pages, fewer days, and reports for background reads. */

const platforms = await startPlatforms();
let adapter: AdPlatform<'facebook'>;
let call: PlatformCall;
let account: DaysQuery['account'];

const range = { since: addDays(week.until, -99), until: week.until };

beforeEach(async () => {
  adapter = platforms.facebookWithReports();
  const opened = await platforms.open('facebook');
  call = { ...opened.call, patience: 'background' };
  ({ account } = opened);
});

const read = async (query: DaysQuery, as: PlatformCall = call) => {
  const spans: string[] = [];
  const rows: FacebookRow[] = [];
  for await (const part of adapter.readDays?.(as, query) ?? []) {
    spans.push(`${part.range.since} ${part.range.until}`);
    for (const [day, ofDay] of part.days) {
      expect(ofDay.every(({ date }) => date === day)).toBe(true);
      rows.push(...ofDay);
    }
  }
  return { spans, rows: rows.map((row) => JSON.stringify(row)).toSorted() };
};

const setCapacity = (weight: number, refusal = 'reduce') =>
  platforms.control('POST', 'facebook/capacity', { weight, refusal });

/** Number of reports started. */
const countReports = async (): Promise<number> => {
  const { calls } = z
    .object({ calls: z.array(z.object({ endpoint: z.string(), method: z.string() })) })
    .parse(await platforms.control('GET', 'calls'));
  return calls.filter(({ endpoint, method }) => method === 'POST' && endpoint.endsWith('/insights')).length;
};

it('requests no days older than the 37 months that Meta keeps, and returns no rows for them', async () => {
  const kept = clampToMonths({ since: '2000-01-01', until: week.until }, 37);
  const since = kept?.since ?? '';
  const { spans } = await read({ account, range: { since: addDays(since, -30), until: addDays(since, 9) } });
  expect(spans).toEqual([`${since} ${addDays(since, 9)}`, `${addDays(since, -30)} ${addDays(since, -1)}`]);
});

describe('an answer that is too heavy', () => {
  it('comes in smaller pages, and with fewer days once pages become too small', async () => {
    const whole = await read({ account, range });
    expect(whole.spans).toEqual([
      `${addDays(range.until, -89)} ${range.until}`,
      `${range.since} ${addDays(range.since, 9)}`,
    ]);

    await setCapacity(90 * 70);
    expect(await read({ account, range })).toEqual(whole);

    await setCapacity(30 * 50);
    const halved = await read({ account, range });
    expect(halved.rows).toEqual(whole.rows);
    expect(halved.spans).toHaveLength(5);
    expect(await countReports()).toBe(0);
  });

  it('comes with fewer days when the query as a whole is too large', async () => {
    const whole = await read({ account, range });
    await setCapacity(30 * 500, 'large');
    const before = await platforms.countCalls();
    const halved = await read({ account, range });
    expect(halved.rows).toEqual(whole.rows);
    // 90 and 45 days are refused; then four times 23 days, and the remaining eight. No page was reduced needlessly.
    expect(halved.spans).toHaveLength(5);
    expect((await platforms.countCalls()) - before).toBe(halved.spans.length + 2);
  });

  describe('is remembered', () => {
    const remember = () => {
      let known: AnswerSize | null = null;
      let ageMs = 0;
      const sizes: SizeMemory = {
        recall: async () => known && { ...known, ageMs },
        store: async (size) => {
          known = size;
          ageMs = 0;
        },
      };
      /** Calls of a read, this many hours after the last size was stored. */
      const callsAfter = async (hours: number): Promise<number> => {
        ageMs = hours * 3_600_000;
        const before = await platforms.countCalls();
        await read({ account, range, sizes });
        return (await platforms.countCalls()) - before;
      };
      return { callsAfter, known: () => known };
    };

    it('so that the next read starts with the size that worked, and grows step by step', async () => {
      const { callsAfter, known } = remember();
      await setCapacity(30 * 50);
      // Six refusals: 500 rows down to 50, then 90 and 45 days. Five spans of 23 days.
      expect(await callsAfter(0)).toBe(11);
      expect(known()).toEqual({ days: 23, rows: 50 });
      expect(await callsAfter(5)).toBe(5);
      // After six hours one larger size is tried.
      expect(await callsAfter(6)).toBe(6);
      expect(await callsAfter(5)).toBe(5);
      await setCapacity(90 * 500);
      await callsAfter(6);
      expect(known()).toEqual({ days: 46, rows: 50 });
      await callsAfter(48);
      expect(known()).toBeNull();
    });

    it('even when not one day fits: then reports are made at once', async () => {
      const { callsAfter, known } = remember();
      await setCapacity(0);
      const first = await callsAfter(0);
      expect(known()).toEqual({ days: 1, rows: 0 });
      // Two reports, each started, polled twice and read.
      const reports = await callsAfter(1);
      expect(first - reports).toBeGreaterThan(11);
      // One refusal, for one day that then becomes its own report.
      expect(await callsAfter(6)).toBeLessThan(reports + 7);
      expect(await callsAfter(5)).toBe(reports);
    });
  });

  it('is not requested as a report while a person waits', async () => {
    await setCapacity(0);
    const error = await failureOf(read({ account, range: week }, { ...call, patience: 'interactive' }));
    expect(error).toMatchObject({ outcome: 'account', userMessage: expect.stringContaining('one day') });
    expect(await countReports()).toBe(0);
  });
});

describe('a report', () => {
  it('delivers what no direct query could, one day first and then the rest', async () => {
    const whole = await read({ account, range });
    await setCapacity(0);
    const reported = await read({ account, range });
    expect(reported.rows).toEqual(whole.rows);
    expect(reported.spans[0]).toBe(`${range.until} ${range.until}`);
    // One day, then the postponed halves, instead of a report per day.
    expect(await countReports()).toBe(reported.spans.length);
    expect(reported.spans.length).toBeLessThan(10);
  });

  it('is made at once for a query that timed out at Meta', async () => {
    const whole = await read({ account, range });
    await setCapacity(0, 'slow');
    expect(await read({ account, range })).toEqual(whole);
    expect(await countReports()).toBe(2);
  });

  it.each(['failed', 'skipped'])('is ordered once more when it %s, then the account is given up', async (end) => {
    const whole = await read({ account, range: week });
    await setCapacity(0, 'slow');
    await platforms.control('POST', 'facebook/reports', { ends: [end] });
    expect(await read({ account, range: week })).toEqual(whole);
    expect(await countReports()).toBe(2);

    await platforms.control('POST', 'facebook/reports', { ends: [end, end] });
    const error = await failureOf(read({ account, range: week }));
    expect(error).toMatchObject({
      outcome: 'account',
      userMessage: expect.stringMatching(/^Facebook could not create the report/),
    });
    expect(await countReports()).toBe(4);
  });

  it('is split into fewer days when it is too large itself', async () => {
    const whole = await read({ account, range: week });
    await setCapacity(0, 'slow');
    await platforms.control('POST', 'facebook/reports', { ends: ['too-large'] });
    const halved = await read({ account, range: week });
    expect(halved.rows).toEqual(whole.rows);
    expect(halved.spans).toHaveLength(2);
  });

  it('stops waiting when the caller cancels', async () => {
    await setCapacity(0, 'slow');
    const caller = new AbortController();
    await platforms.order('facebook', { kind: 'timeout', path: '/602392' });
    const reading = read({ account, range: week }, { ...call, signal: caller.signal });
    const isAsking = async (): Promise<boolean> => (await platforms.readOpenFaults()).length === 0;
    while (!(await isAsking())) await new Promise((resolve) => setImmediate(resolve));
    caller.abort(new Error('the lease is lost'));
    await expect(reading).rejects.toThrow('the lease is lost');
  });
});

it("yields days beyond Meta's retention as days without delivery, without a query", async () => {
  const before = await platforms.countCalls();
  const long = { since: '2019-01-01', until: '2019-03-01' };
  expect(await read({ account, range: long })).toEqual({ spans: ['2019-01-01 2019-03-01'], rows: [] });
  expect(await platforms.countCalls()).toBe(before);
  const { spans } = await read({ account, range: { since: '2019-01-01', until: week.until } });
  expect(spans.at(-1)).toMatch(/^2019-01-01 /);
});
