import { addDays, daysOf, utcDay } from '#shared/lib/dateRange.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import type { AdLevel } from '#shared/campaigns.ts';
import type { Transaction } from '#server/database/Database.ts';
import type { PlatformAccount } from '#server/providers/PlatformAccount.ts';
import type { AdDayRow, AdDaysPart, ReportedLevel } from '#server/providers/reports/AdReports.ts';
import { addAccountSums, addReportedObjects } from './adObjects.store.ts';
import type { ReportedObject } from './adObjects.store.ts';
import { listMonths, lockObjects, saveDayReads, saveReadDays, saveTotals } from './adTotals.store.ts';
import type { AccountKey, DayRead } from './adTotals.store.ts';
import { addMetrics, allOf, isSame, noMetrics, toMetrics } from './metrics.ts';
import type { Metrics, StoredLevel } from './metrics.ts';
import { metricsOf, monthsToLoad, noTotals, setDays } from './runningTotals.ts';
import type { RunningTotals } from './runningTotals.ts';

type DaysByObject = ReadonlyMap<string, ReadonlyMap<Day, Metrics>>;

/** Sums of rows by object and day. Ignores rows with a null id. */
const groupDays = (rows: readonly AdDayRow[], idOf: (row: AdDayRow) => string | null): DaysByObject => {
  const groups = new Map<string, Map<Day, Metrics>>();
  for (const row of rows) {
    const id = idOf(row);
    if (id === null) continue;
    const days = groups.get(id) ?? new Map<Day, Metrics>();
    groups.set(id, days);
    days.set(row.day, addMetrics(days.get(row.day) ?? noMetrics, toMetrics(row)));
  }
  return groups;
};

/** @returns the changed days since `youngSince` */
const storeObjects = async (
  tx: Transaction,
  key: AccountKey,
  level: StoredLevel,
  range: DateRange,
  { groups, youngSince }: { groups: DaysByObject; youngSince: Day },
): Promise<DayRead[]> => {
  const ends = await lockObjects(tx, key, level, [...groups.keys()], range);
  const asked = [...ends].flatMap(([id, own]) => monthsToLoad(own, range).map((month) => ({ id, month })));
  const months = Map.groupBy(await listMonths(tx, key, level, asked), ({ id }) => id);
  const changed = new Map<string, RunningTotals>();
  const reads: DayRead[] = [];
  for (const [id, own] of ends) {
    const known = new Map(months.get(id)?.map(({ month, totals }) => [month, totals]));
    const series = { ...noTotals, ...own, months: known };
    const days = groups.get(id) ?? new Map<Day, Metrics>();
    const next = setDays(series, range, days);
    if (next.months.size === 0) continue;
    changed.set(id, next);
    for (let day = range.since < youngSince ? youngSince : range.since; day <= range.until; day = addDays(day, 1)) {
      const metrics = days.get(day) ?? noMetrics;
      if (!isSame(metrics, metricsOf(series, day))) reads.push({ id, day, metrics });
    }
  }
  if (changed.size > 0) await saveTotals(tx, key, level, changed);
  return reads;
};

type Part = { range: DateRange; rows: readonly AdDayRow[]; youngSince: Day };

/** Stores the objects of a level and their sum. @returns the changed days since `youngSince` */
const storeLevel = async (
  tx: Transaction,
  key: AccountKey,
  level: AdLevel,
  { range, rows, youngSince }: Part,
  idOf: (row: AdDayRow) => string | null,
): Promise<DayRead[]> => {
  const sums = groupDays(rows, (row) => (idOf(row) === null ? null : key.accountId));
  await storeObjects(tx, key, allOf(level), range, { groups: sums, youngSince });
  return storeObjects(tx, key, level, range, { groups: groupDays(rows, idOf), youngSince });
};

/** The objects in the rows, with their parents. */
const objectsOf = (level: ReportedLevel, rows: readonly AdDayRow[]): ReportedObject[] => {
  const objects = new Map<string, ReportedObject>();
  for (const { id, campaignId, adSetId, adSetName, name } of rows) {
    objects.set(`${level} ${id}`, { level, id, campaignId, adSetId, name: name ?? id });
    if (adSetId !== null)
      objects.set(`adset ${adSetId}`, {
        level: 'adset',
        id: adSetId,
        campaignId,
        adSetId: null,
        name: adSetName ?? adSetId,
      });
  }
  return [...objects.values()];
};

export type ReadFacts = {
  readAt: Date;
  today: Day;
  /** The last day that no longer changes. */
  settledUntil: Day;
  account: Pick<PlatformAccount, 'currency' | 'timeZone'>;
};

/**
 * Stores part of an account report, with its ad set sums. Days without a row had no delivery. The caller holds the
 * account's lease, so parts of an account are stored one at a time.
 */
export const storeAdDays = async (
  tx: Transaction,
  key: AccountKey,
  level: ReportedLevel,
  { range, rows }: AdDaysPart,
  { readAt, today, settledUntil, account }: ReadFacts,
): Promise<void> => {
  const { currency, timeZone } = account;
  const seen = { seenAt: readAt, today, currency };
  await addReportedObjects(tx, key, objectsOf(level, rows), seen);
  await addAccountSums(tx, key, seen);
  const part: Part = { range, rows, youngSince: addDays(settledUntil, 1) };
  const reads = await storeLevel(tx, key, level, part, ({ id }) => id);
  if (level === 'ad') {
    await saveDayReads(tx, key, reads, utcDay(readAt));
    await storeLevel(tx, key, 'adset', part, ({ adSetId }) => adSetId);
  }
  const days = daysOf(range).map((day) => ({ day, isSettled: day <= settledUntil }));
  await saveReadDays(tx, key, level, days, { readAt, currency, timeZone });
};
