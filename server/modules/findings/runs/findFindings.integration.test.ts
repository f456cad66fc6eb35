import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, daysOf } from '#shared/lib/dateRange.ts';
import type { Day } from '#shared/lib/dateRange.ts';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import { eq } from '#server/database/drizzle.ts';
import { budgets, findingRuns, findings, leadReads, notifications } from '#server/database/schema.ts';
import { openTestDatabase, serverUrlOf } from '#testing/database/openTestDatabase.ts';
import { deleteFindingsOf, endFindingsOfAccount } from '../findingConnections.ts';
import { saveMark } from '../list/findings.store.ts';
import { chanceOf, newHandMadeAccount } from '../testing/handMadeAccount.ts';
import { openDyingDatabase } from '../testing/openDyingDatabase.ts';
import type { DayFigures, Figures, HandMadeAccount } from '../testing/handMadeAccount.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const begin = '2026-02-02';
const connected = addDays(begin, 56);
const evening = (day: Day): Date => new Date(`${day}T20:00:00Z`);
const ads = [
  { id: '11', campaignId: '1', adSetId: '1' },
  { id: '21', campaignId: '2', adSetId: '2' },
];

/** An ordinary day of an ad: each metric varies by a few percent. */
const normalDay = (id: string, day: Day): DayFigures => {
  const vary = (name: string): number => 1 + 0.12 * (chanceOf(`${id} ${day} ${name}`) - 0.5);
  return {
    spend: 100 * vary('spend'),
    impressions: 10_000 * vary('impressions'),
    clicks: 200 * vary('clicks'),
    conversions: 12 * vary('conversions'),
  };
};

const isBetween = (day: Day, since: Day, until: Day): boolean => day >= since && day <= until;

/** The second campaign shows no spend on these days until a later read corrects them. */
const stopping =
  (since: Day, until: Day, correctedOn: Day = '9999-01-01'): Figures =>
  ({ id }, day, readOn) =>
    id === '21' && isBetween(day, since, until) && readOn < correctedOn ? null : normalDay(id, day);

/** Reads an account and runs detection each evening. */
const live = async (account: HandMadeAccount, since: Day, until: Day): Promise<void> => {
  for (const day of daysOf({ since, until })) {
    const young = day === connected ? begin : addDays(day, -28);
    await account.read({ since: young, until: day }, evening(day));
    await account.run(evening(day));
  }
};

const newAccount = (figures: Figures): Promise<HandMadeAccount> =>
  newHandMadeAccount({ db: database.db, ads, figures });

const outline = async (account: HandMadeAccount) =>
  (await account.list()).map(({ kind, level, entityId, since, foundOn, endedOn, endedWhy }) => ({
    kind,
    entity: `${level}:${entityId}`,
    since,
    foundOn,
    ended: endedOn === null ? null : `${endedWhy} ${endedOn}`,
  }));

const stop = addDays(connected, 4);

describe('a finding', () => {
  test('opens, grows and ends once, and sends a notification if it is large', async () => {
    const account = await newAccount(stopping(stop, addDays(stop, 4)));
    await live(account, connected, addDays(stop, 1));
    expect(await outline(account)).toEqual([]);
    await live(account, addDays(stop, 2), addDays(stop, 2));
    const found = { kind: 'spend-to-zero', entity: 'campaign:2', since: stop, foundOn: addDays(stop, 2), ended: null };
    expect(await outline(account)).toEqual([found]);
    const [opened] = await account.list();
    expect(account.published).toEqual([
      { event: 'finding_opened', payload: expect.objectContaining({ findingId: opened?.id }) },
      { event: 'findings_changed', payload: { unmarked: 1 } },
    ]);
    const told = await database.db.select().from(notifications).where(eq(notifications.userId, account.userId));
    expect(told.map(({ event, payload }) => [event, payload['message']])).toEqual([
      ['finding_opened', 'Name of campaign 2 has spent nothing since Friday, April 3, after €99 a day before'],
    ]);

    await live(account, addDays(stop, 3), addDays(stop, 4));
    const [grown] = await account.list();
    // A run without news changes nothing.
    account.published.length = 0;
    await account.run(new Date(evening(addDays(stop, 4)).getTime() + 60_000));
    expect([await account.list(), account.published]).toEqual([[grown], []]);
    expect(Number(grown?.stake)).toBeGreaterThan(1.5 * Number(opened?.stake));
    expect(grown).toMatchObject({ id: opened?.id, openedAt: opened?.openedAt, changedAt: evening(addDays(stop, 4)) });
    await live(account, addDays(stop, 5), addDays(stop, 9));
    expect(await outline(account)).toEqual([{ ...found, ended: expect.stringMatching(/^over /) }]);
    expect(account.published.some(({ event }) => event === 'finding_opened')).toBe(false);
  });

  test('ends by itself when later metrics no longer show it', async () => {
    const account = await newAccount(stopping(stop, addDays(stop, 9), addDays(stop, 4)));
    await live(account, connected, addDays(stop, 4));
    expect(await outline(account)).toEqual([
      expect.objectContaining({ kind: 'spend-to-zero', ended: `corrected ${addDays(stop, 3)}` }),
    ]);
  });

  test('does not recur if a person expects it, but recurs if it was fixed', async () => {
    const again = addDays(stop, 12);
    const figures: Figures = (ad, day, readOn) =>
      stopping(stop, addDays(stop, 3))(ad, day, readOn) && stopping(again, addDays(again, 3))(ad, day, readOn);
    const accounts = { expected: await newAccount(figures), fixed: await newAccount(figures) };
    for (const [mark, account] of Object.entries(accounts) as ['expected' | 'fixed', HandMadeAccount][]) {
      await live(account, connected, addDays(stop, 2));
      const [open] = await account.list();
      const change = { mark, note: null, markedBy: account.userId, markedAt: evening(stop) };
      await saveMark(database.db, account.key.workspaceId, open?.id ?? '', change);
      await live(account, addDays(stop, 3), addDays(again, 3));
    }
    expect(await outline(accounts.expected)).toHaveLength(1);
    expect(await outline(accounts.fixed)).toHaveLength(2);
  });
});

test('a finding that predates the connection opens after the leads are read', async () => {
  const account = await newAccount(stopping(addDays(connected, -4), addDays(connected, 3)));
  const { workspaceId } = account.key;
  await database.db.insert(leadReads).values({ workspaceId, platform: 'facebook', nextReadAt: new Date() });
  await live(account, connected, connected);
  expect(await outline(account)).toEqual([]);
  await database.db.update(leadReads).set({ finishedAt: new Date() }).where(eq(leadReads.workspaceId, workspaceId));
  await account.run(evening(connected));
  expect(await outline(account)).toEqual([expect.objectContaining({ kind: 'spend-to-zero', ended: null })]);
  await account.run(new Date(evening(connected).getTime() + 60_000));
  expect(await outline(account)).toHaveLength(1);
});

test('a lead drought opens between two reads and ends with the next lead', async () => {
  const account = await newAccount(stopping('9999-01-01', '9999-01-01'));
  const silent = addDays(connected, 2);
  const leadTimes = daysOf({ since: begin, until: addDays(silent, -1) }).flatMap((day) =>
    Array.from({ length: 12 }, (_, index) => new Date(`${day}T${String(8 + index).padStart(2, '0')}:17:00Z`)),
  );
  await account.addLeads('f', '11', leadTimes);
  await live(account, connected, addDays(silent, 1));
  await account.run(new Date(`${addDays(silent, 2)}T06:00:00Z`));
  expect(await outline(account)).toEqual([
    expect.objectContaining({ kind: 'lead-drought', entity: 'form:f', since: silent, ended: null }),
  ]);
  const [run] = await database.db.select().from(findingRuns).where(eq(findingRuns.accountId, account.key.accountId));
  expect([run?.campaigns, run?.forms, run?.lastDay]).toEqual([2, 1, addDays(silent, 2)]);
  const pauseMinutes = ((run?.nextRunAt.getTime() ?? 0) - Date.now()) / 60_000;
  expect(Math.round(pauseMinutes)).toBe(60);
  const next = `${addDays(silent, 2)}T06:30:00Z`;
  await account.addLeads('f', '11', [new Date(next)]);
  await account.run(new Date(`${addDays(silent, 2)}T07:00:00Z`));
  expect(await outline(account)).toEqual([expect.objectContaining({ ended: `over ${addDays(silent, 2)}` })]);
});

test('a pacing finding opens when spend misses the budget and ends with the month', async () => {
  const account = await newAccount(stopping('9999-01-01', '9999-01-01'));
  await live(account, connected, addDays(connected, 1));
  const budget = { ...account.key, month: '2026-04', amount: '3000', savedAt: evening(connected) };
  await database.db.insert(budgets).values(budget);
  await live(account, addDays(connected, 2), '2026-04-06');
  expect(await outline(account)).toEqual([
    expect.objectContaining({ kind: 'pacing', since: '2026-04-01', ended: null }),
  ]);
  await account.read({ since: '2026-04-06', until: '2026-05-01' }, evening('2026-05-01'));
  await account.run(evening('2026-05-01'));
  expect(await outline(account)).toEqual([expect.objectContaining({ kind: 'pacing', ended: 'month 2026-04-30' })]);
});

describe('an account', () => {
  test('loses its open findings when it is no longer read, and all findings when it is disconnected', async () => {
    const account = await newAccount(stopping(stop, addDays(stop, 9)));
    const { key } = account;
    await live(account, connected, addDays(stop, 2));
    await database.db.transaction((tx) => endFindingsOfAccount(tx, key, evening(addDays(stop, 3))));
    expect(await outline(account)).toEqual([expect.objectContaining({ ended: `gone ${addDays(stop, 3)}` })]);
    await database.db.insert(budgets).values({ ...key, month: '2026-04', amount: '1', savedAt: evening(stop) });
    await database.db.transaction((tx) => deleteFindingsOf(tx, key));
    for (const table of [findings, findingRuns, budgets])
      expect(await database.db.$count(table, eq(table.workspaceId, key.workspaceId))).toBe(0);
  });

  test('shares no findings with another workspace', async () => {
    const account = await newAccount(stopping(stop, addDays(stop, 9)));
    const other = await newAccount(stopping('9999-01-01', '9999-01-01'));
    await live(account, connected, addDays(stop, 2));
    await live(other, connected, addDays(stop, 2));
    expect([await outline(account), await outline(other)]).toEqual([[expect.anything()], []]);
    expect(await database.db.$count(notifications, eq(notifications.userId, other.userId))).toBe(0);
  });
});

test('repeats a run killed after any statement and stores each finding once', async () => {
  const at = evening(addDays(stop, 2));
  const account = await newAccount(stopping(stop, addDays(stop, 9)));
  await live(account, connected, addDays(stop, 1));
  await account.read({ since: addDays(stop, -26), until: addDays(stop, 2) }, at);
  const runUntil = async (statements: number) => {
    const dying = openDyingDatabase(serverUrlOf(database.pool), statements);
    const error = await account.run(at, dying.db).catch((each: unknown) => each);
    dying.close();
    return { error, hasDied: dying.hasDied() };
  };
  const countEffects = async () => ({
    findings: (await account.list()).length,
    notifications: await database.db.$count(notifications, eq(notifications.userId, account.userId)),
  });
  const seen = new Set<number>();
  for (let statements = 1; ; statements += 1) {
    const { error, hasDied } = await runUntil(statements);
    if (!hasDied) break;
    expect(error).toBeInstanceOf(Error);
    const effects = await countEffects();
    expect(effects.notifications).toBe(effects.findings);
    seen.add(effects.findings);
    // The lease of a killed process expires later.
    const isOwn = eq(findingRuns.accountId, account.key.accountId);
    await database.db
      .update(findingRuns)
      .set({ leasedUntil: new Date(0) })
      .where(isOwn);
  }
  expect([...seen]).toEqual([0, 1]);
  await account.run(at);
  expect(await countEffects()).toEqual({ findings: 1, notifications: 1 });
}, 120_000);

test('two simultaneous processes store each finding once', async () => {
  const account = await newAccount(stopping(stop, addDays(stop, 9)));
  await live(account, connected, addDays(stop, 1));
  await account.read({ since: addDays(stop, -26), until: addDays(stop, 2) }, evening(addDays(stop, 2)));
  await Promise.all(Array.from({ length: 4 }, () => account.run(evening(addDays(stop, 2)))));
  expect(await outline(account)).toHaveLength(1);
  expect(account.published.filter(({ event }) => event === 'finding_opened')).toHaveLength(1);
});
