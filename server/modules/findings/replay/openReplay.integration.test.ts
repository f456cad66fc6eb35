import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import type { Day } from '#shared/lib/dateRange.ts';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import { adChanges, adDayReads, adObjects, adTotals, budgets, findingRuns } from '#server/database/schema.ts';
import { eq, sql } from '#server/database/drizzle.ts';
import { openTestDatabase } from '#testing/database/openTestDatabase.ts';
import type { InputEvent } from '../detector/events.ts';
import { newHandMadeAccount } from '../testing/handMadeAccount.ts';
import type { Figures, HandMadeAccount } from '../testing/handMadeAccount.ts';
import { openReplay } from './openReplay.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const start = '2026-03-02';
const evening = (day: Day): Date => new Date(`${day}T20:00:00Z`);
const ads = [
  { id: '11', campaignId: '1', adSetId: '1' },
  { id: '12', campaignId: '1', adSetId: null },
  { id: '21', campaignId: '2', adSetId: '2' },
];

/** Conversions keep arriving for two days. The third ad starts late. */
const growing: Figures = ({ id }, day, readOn) => {
  if (id === '21' && day < addDays(start, 50)) return null;
  const age = (Date.parse(readOn) - Date.parse(day)) / 86_400_000;
  const isPartial = age < 1 ? 0.5 : 1;
  return { spend: 10 * isPartial, impressions: 1000, clicks: 20, conversions: Math.min(4, 2 + age) };
};

const readEvents = async (
  { key }: HandMadeAccount,
  { today, timeZone }: { today: Day; timeZone: string | null },
): Promise<InputEvent[]> => {
  const [run] = await database.db.select().from(findingRuns).where(eq(findingRuns.accountId, key.accountId));
  const account = { ...key, timeZone, reads: run?.reads ?? [], today, now: evening(today) };
  const events: InputEvent[] = [];
  await database.db.transaction(async (tx) => {
    const replay = await openReplay(tx, account);
    if (replay) for await (const part of replay.events) events.push(...part);
  });
  return events;
};

/** The days that became known in each run. */
const knownIn = (events: readonly InputEvent[]) =>
  events.flatMap((event) => (event.type === 'read' ? [[event.read, event.days.length, event.days.at(-1)]] : []));

test.each(['Europe/Berlin', 'America/Los_Angeles', 'Asia/Tokyo'])(
  'replays what was known on each day in %s',
  async (timeZone) => {
    const account = await newHandMadeAccount({ db: database.db, ads, figures: growing, timeZone });
    const first = addDays(start, 45);
    await account.read({ since: start, until: first }, evening(first));
    const today = addDays(first, 8);
    for (let day = addDays(first, 1); day <= today; day = addDays(day, 1))
      // Two reads failed.
      if (day !== addDays(first, 3) && day !== addDays(first, 4))
        await account.read({ since: addDays(day, -28), until: day }, evening(day));

    const events = await readEvents(account, { today: utcDay(new Date(`${today}T12:00:00Z`)), timeZone });
    expect(events.map(({ read }) => read)).toEqual(events.map(({ read }) => read).toSorted());
    expect(events.filter(({ type }) => type === 'ask')).toHaveLength(9);
    // The day is already over in Tokyo, where it is morning.
    const isOver = timeZone === 'Asia/Tokyo';
    expect(knownIn(events)).toEqual([
      [first, 45, addDays(first, -1)],
      [addDays(first, 1), 1, first],
      [addDays(first, 2), 1, addDays(first, 1)],
      ...(isOver ? [[addDays(first, 3), 1, addDays(first, 2)]] : []),
      [addDays(first, 5), isOver ? 2 : 3, addDays(first, 4)],
      [addDays(first, 6), 1, addDays(first, 5)],
      [addDays(first, 7), 1, addDays(first, 6)],
      [addDays(first, 8), 1, addDays(first, 7)],
    ]);
    const rows = events.flatMap((event) => (event.type === 'row' ? [event] : []));
    const told = (ad: string, day: Day, until: Day) =>
      rows.findLast((row) => row.ad === `ad:${ad}` && row.day === day && row.read <= until);
    // Values known a day later and at the end.
    for (const day of [addDays(first, -1), first, addDays(first, 1), addDays(first, 6)]) {
      expect([day, told('11', day, addDays(day, 1))?.conversions, told('11', day, addDays(day, 1))?.spend]).toEqual([
        day,
        3,
        10,
      ]);
      expect(told('11', day, today)?.conversions).toBe(
        Math.min(4, 2 + (Date.parse(today) - Date.parse(day)) / 86_400_000),
      );
    }
    expect(told('11', start, first)?.conversions).toBe(4);
    const introduced = events.flatMap((event) => (event.type === 'ad' ? [[event.id, event.adSet, event.read]] : []));
    expect(introduced).toEqual([
      ['ad:11', 'adset:1', first],
      ['ad:12', 'adset:~1', first],
      ['ad:21', 'adset:2', addDays(start, 50)],
    ]);
  },
);

test('replays days without stored reads from the running totals', async () => {
  const { db } = database;
  const account = await newHandMadeAccount({ db, ads, figures: growing });
  const first = addDays(start, 45);
  await account.read({ since: start, until: first }, evening(first));
  const told = (events: InputEvent[]) =>
    events.flatMap((event) => (event.type === 'row' ? [`${event.ad} ${event.day} ${event.spend}`] : [])).toSorted();
  const before = await readEvents(account, { today: first, timeZone: 'Europe/Berlin' });
  await db
    .delete(adDayReads)
    .where(sql`${adDayReads.workspaceId} = ${account.key.workspaceId} and ${adDayReads.day} < '2026-04-10'`);
  const after = await readEvents(account, { today: first, timeZone: 'Europe/Berlin' });
  expect(told(after)).toEqual(told(before));
  expect(told(after)).toHaveLength(45 * 2 + 2);
});

test('replays changes, budgets, leads and unrecorded stops on their days', async () => {
  const { db } = database;
  const stopped: Figures = (ad, day, readOn) =>
    ad.id === '21' && day > '2026-04-25' ? null : growing(ad, day, readOn);
  const account = await newHandMadeAccount({ db, ads, figures: stopped });
  const { workspaceId, platform, accountId } = account.key;
  const first = addDays(start, 60);
  account.statuses.set('ad:21', 'paused');
  await account.read({ since: start, until: first }, evening(first));
  const today = addDays(first, 2);
  await account.read({ since: first, until: today }, evening(today));
  const changed = { workspaceId, platform, objectId: '1', level: 'campaign' as const, day: addDays(first, 1) };
  await db.insert(adChanges).values([
    { ...changed, what: 'budget', seenAt: evening(first), from: '50.000000', to: '75.000000' },
    { ...changed, what: 'status', seenAt: evening(first), from: 'learning', to: 'delivering' },
    { ...changed, what: 'status', seenAt: evening(today), from: 'delivering', to: 'paused' },
  ]);
  await db.insert(budgets).values([
    { workspaceId, platform, accountId, month: '2026-05', amount: '300', savedAt: evening(addDays(first, 1)) },
    { workspaceId, platform, accountId, month: '2026-06', amount: '300', savedAt: evening(first) },
  ]);
  await account.addLeads('f', '11', [
    evening(addDays(first, -3)),
    evening(addDays(first, -3)),
    new Date(`${today}T19:00:00Z`),
  ]);
  const events = await readEvents(account, { today, timeZone: 'Europe/Berlin' });
  const stop = { type: 'change', what: 'status' };
  const told = events.filter(({ type }) => ['change', 'budget', 'leads', 'form'].includes(type));
  expect(told).toEqual([
    { type: 'form', read: first, id: 'form:f', account: `account:${accountId}` },
    { ...stop, read: first, entity: 'ad:21', day: '2026-04-26', from: 'active', to: 'paused' },
    expect.objectContaining({ type: 'leads', read: first, form: 'form:f' }),
    expect.objectContaining({
      type: 'change',
      entity: 'campaign:1',
      what: 'budget',
      from: 50,
      to: 75,
      read: addDays(first, 1),
    }),
    expect.objectContaining({
      type: 'change',
      entity: 'campaign:1',
      what: 'status',
      to: 'paused',
      read: addDays(first, 1),
    }),
    { type: 'budget', read: addDays(first, 1), entity: `account:${accountId}`, month: '2026-05', amount: 300 },
    expect.objectContaining({ type: 'leads', read: today, form: 'form:f' }),
  ]);
});

test('runs the same number of statements for any number of days', async () => {
  const account = await newHandMadeAccount({ db: database.db, ads, figures: growing });
  const first = addDays(start, 45);
  await account.read({ since: start, until: first }, evening(first));
  const counts: number[] = [];
  for (let day = addDays(first, 1); day <= addDays(first, 12); day = addDays(day, 1)) {
    await account.read({ since: addDays(day, -28), until: day }, evening(day));
    const sent = vi.spyOn(Client.prototype, 'query');
    await readEvents(account, { today: day, timeZone: 'Europe/Berlin' });
    // Other connections send statements of their own.
    const ofReplay =
      sent.mock.contexts[sent.mock.calls.findIndex((call) => JSON.stringify(call).includes('read_rows'))];
    counts.push(sent.mock.contexts.filter((client) => client === ofReplay).length);
    sent.mockRestore();
  }
  expect(counts.at(-1)).toBeGreaterThan(0);
  expect(counts.at(-1)).toBe(counts[0]);
});

test('keeps the order of reads across pages', async () => {
  const { db } = database;
  const account = await newHandMadeAccount({ db, ads, figures: growing });
  const first = addDays(start, 45);
  const days = 4_000;
  await account.read({ since: start, until: first }, evening(first));
  const today = addDays(first, 2);
  await account.read({ since: first, until: today }, evening(today));
  const { workspaceId, platform } = account.key;
  await db.execute(sql`
    insert into ${adDayReads} (workspace_id, platform, object_id, day, read_on, metrics)
    select ${workspaceId}, ${platform}, ad, ${first}::date - age, ${first}::date + later, array[1000000 * later, 0, 0, 0, 0]::bigint[]
    from unnest(array['11', '12']) as ad, generate_series(100, ${99 + days}::int) as age, generate_series(1, 2) as later`);
  const rows = (await readEvents(account, { today, timeZone: 'Europe/Berlin' })).flatMap((event) =>
    event.type === 'row' && event.read > first && event.day < addDays(first, -99) ? [event] : [],
  );
  expect(rows).toHaveLength(2 * 2 * days);
  for (const later of [1, 2]) {
    const ofRun = rows.slice((later - 1) * 2 * days, later * 2 * days);
    expect(new Set(ofRun.map(({ read, spend }) => `${read} ${spend}`))).toEqual(
      new Set([`${addDays(first, later)} ${later}`]),
    );
    expect(new Set(ofRun.map(({ ad, day }) => `${ad} ${day}`)).size).toBe(2 * days);
  }
});

test.each([
  ['read', sql`update ${adDayReads} set metrics = metrics || 0::bigint`],
  ['end', sql`update ${adObjects} set totals_after = totals_after || 0::bigint`],
  ['month', sql`update ${adTotals} set totals = totals || 0::bigint`],
])('fails when a stored %s has a layout that this release does not know', async (_what, change) => {
  const { db } = database;
  const account = await newHandMadeAccount({ db, ads, figures: growing });
  const first = addDays(start, 45);
  await account.read({ since: start, until: first }, evening(first));
  await db.execute(sql`${change} where workspace_id = ${account.key.workspaceId}`);
  await expect(readEvents(account, { today: first, timeZone: 'Europe/Berlin' })).rejects.toThrow('unknown layout');
});
