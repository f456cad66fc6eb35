import pLimit from 'p-limit';
import { addDays, daysOf } from '#shared/lib/dateRange.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { reached } from '#server/lib/flow/steps.ts';
import { createConnections } from '#server/modules/connections/createConnections.ts';
import { seeGrant, storeWithGrant } from '#server/modules/connections/access/heldGrant.ts';
import type { ReadGrant } from '#server/modules/connections/access/heldGrant.ts';
import { begunUntil, settledUntil, toDated, toSpans } from '#server/modules/ads/days/freshness.ts';
import { findDaysToRead } from '#server/modules/ads/days/insightDays.store.ts';
import type { Owner } from '#server/modules/ads/days/insightDays.store.ts';
import { sizeMemoryOf } from '#server/modules/ads/days/readDays.ts';
import type { Reading } from '#server/modules/ads/days/readDays.ts';
import { publishInsightsChanged } from '#server/modules/ads/publishInsightsChanged.ts';
import type { PlatformAccount } from '#server/providers/PlatformAccount.ts';
import { reportedLevels } from '#server/providers/reports/AdReports.ts';
import type { ReportedLevel } from '#server/providers/reports/AdReports.ts';
import { platformOf } from '#server/providers/platformOf.ts';
import { addAccountSums, markUnlisted, saveObjects } from '#server/modules/ads/objects/totals/adObjects.store.ts';
import { findCompleteSince } from '#server/modules/ads/objects/totals/adTotals.store.ts';
import type { AccountKey } from '#server/modules/ads/objects/totals/adTotals.store.ts';
import { storeAdDays } from '#server/modules/ads/objects/totals/storeAdDays.ts';

/** Always kept: 13 months, so that a year can be compared. */
export const keptDays = 396;
/** Today and the week before it are read first. */
const newestDays = 8;
/** Then two months, so that a month can be compared with the month before it. */
const monthsDays = 60;
/** Then older days, this many per turn. */
const olderDays = 30;

/**
 * An account's objects are listed every hour. The pauses of an account vary by a tenth (`nextRead.ts`), so a limit of a
 * full hour would skip every second turn.
 */
const listEveryMs = 0.85 * 3_600_000;

/** Many reads wait for platforms at once. Few of them store at once, so that connections are left for other work. */
const storing = pLimit(3);

/** An ad account to read. */
export type AdsTarget = { context: AppContext; owner: Owner; account: PlatformAccount; reading: Reading };

const keyOf = ({ owner, account }: AdsTarget): AccountKey => ({ ...owner, accountId: account.id });
const store = (
  { context, owner }: AdsTarget,
  grant: ReadGrant,
  run: (tx: Transaction) => Promise<void>,
): Promise<void> => storing(() => storeWithGrant(context, owner, grant, run));
const todayOf = ({ context, account }: AdsTarget): Day => begunUntil(account, context.clock.now());
const keptRange = (target: AdsTarget): DateRange => {
  const until = todayOf(target);
  return { since: addDays(until, 1 - keptDays), until };
};
/** The days that are read in turns, after the newest. */
const pastRange = (target: AdsTarget): DateRange => {
  const { since, until } = keptRange(target);
  return { since, until: addDays(until, -newestDays) };
};

/** Missing and stale days of a level, oldest first. */
const findDue = async (
  { context, owner, account }: AdsTarget,
  level: ReportedLevel,
  range: DateRange,
): Promise<Day[]> => {
  const now = context.clock.now();
  const [due] = await findDaysToRead(context.db, owner, level, [toDated(account, range.until, now)], range, now);
  return due?.days ?? [];
};

const storeObjects = async (target: AdsTarget): Promise<void> => {
  const { context, owner, account, reading } = target;
  const { ads } = platformOf(context.platforms, owner.platform);
  const grant = await seeGrant(context, owner);
  const seen = { seenAt: context.clock.now(), today: todayOf(target), currency: account.currency };
  await store(target, grant, (tx) => addAccountSums(tx, keyOf(target), seen));
  await createConnections(context).withAccess(owner.workspaceId, owner.platform, reading, async (call) => {
    for await (const objects of ads.listObjects(call, account))
      await store(target, grant, (tx) => saveObjects(tx, keyOf(target), objects, seen));
  });
  await store(target, grant, (tx) => markUnlisted(tx, keyOf(target), seen));
};

const readDays = async (target: AdsTarget, level: ReportedLevel, days: readonly Day[]): Promise<void> => {
  const { context, owner, account, reading } = target;
  const adapter = platformOf(context.platforms, owner.platform);
  const sizes = sizeMemoryOf({ context, owner, account });
  const grant = await seeGrant(context, owner);
  const left = new Set(days);
  // May run again with a newer token; then continues with the days not stored yet.
  await createConnections(context).withAccess(owner.workspaceId, owner.platform, reading, async (call) => {
    for (const range of toSpans([...left])) {
      // Take the time before the call, because the platform may change its numbers during the call.
      const readAt = context.clock.now();
      const facts = { readAt, today: todayOf(target), settledUntil: settledUntil(account, adapter, readAt), account };
      for await (const part of adapter.ads.readDays(call, { account, range, sizes, level })) {
        await store(target, grant, (tx) => storeAdDays(tx, keyOf(target), level, part, facts));
        publishInsightsChanged(context, owner);
        reached('insights.partStored');
        for (const day of daysOf(part.range)) left.delete(day);
      }
    }
  });
  if (left.size > 0) throw new Error(`${owner.platform}: ${left.size} requested days are missing from the answer`);
};

/**
 * Reads due days of a range, the newest ones if there are too many.
 * @returns whether due days are left
 */
const readDue = async (
  target: AdsTarget,
  level: ReportedLevel,
  range: DateRange,
  limitOf: (due: readonly Day[]) => number = (due) => due.length,
): Promise<boolean> => {
  const due = await findDue(target, level, range);
  if (due.length === 0) return false;
  const days = due.slice(-limitOf(due));
  await readDays(target, level, days);
  return days.length < due.length;
};

/** Returns the failure of a read, or null. @throws the reason of an aborted read */
const failureOf = async ({ reading }: AdsTarget, read: () => Promise<unknown>): Promise<unknown> => {
  try {
    await read();
    return null;
  } catch (error) {
    reading.signal?.throwIfAborted();
    return error;
  }
};

export type NewestRead = {
  /** The first failure that does not affect the sums of the campaigns, or null. */
  failure: unknown;
  /** Whether the report of the ads failed. All reports use one endpoint, so others would fail too. */
  isRefused: boolean;
};

/**
 * Lists the objects of an account and reads its newest days. A failed list does not affect the reports.
 * @param listedAt the last complete read; null: never
 * @throws the failure of the campaigns' report
 */
export const readNewest = async (target: AdsTarget, listedAt: Date | null): Promise<NewestRead> => {
  const until = todayOf(target);
  const range = { since: addDays(until, 1 - newestDays), until };
  const now = target.context.clock.now();
  const isListDue = listedAt === null || now.getTime() - listedAt.getTime() >= listEveryMs;
  // The list comes first: objects that only a report names count as deleted.
  const ofList = isListDue ? await failureOf(target, () => storeObjects(target)) : null;
  await readDue(target, 'campaign', range);
  const ofAds = await failureOf(target, () => readDue(target, 'ad', range));
  return { failure: ofList ?? ofAds, isRefused: ofAds !== null };
};

/** Reads the due days of a range at all levels. */
export const readRange = async (target: AdsTarget, range: DateRange): Promise<void> => {
  for (const level of reportedLevels) await readDue(target, level, range);
};

/** Whether days before the newest are due. */
export const isPastDue = async (target: AdsTarget): Promise<boolean> => {
  for (const level of reportedLevels) if ((await findDue(target, level, pastRange(target))).length > 0) return true;
  return false;
};

/**
 * Reads the newest due days of the past.
 * @returns whether older days are due
 */
export const readPast = async (target: AdsTarget): Promise<boolean> => {
  const monthsSince = addDays(todayOf(target), 1 - monthsDays);
  const limitOf = (due: readonly Day[]) => ((due.at(-1) ?? '') >= monthsSince ? monthsDays : olderDays);
  let isMoreDue = false;
  for (const level of reportedLevels) if (await readDue(target, level, pastRange(target), limitOf)) isMoreDue = true;
  return isMoreDue;
};

/** The first day since which all days are stored at all levels; null: none. */
export const findAdsSince = (target: AdsTarget): Promise<Day | null> =>
  findCompleteSince(target.context.db, keyOf(target), reportedLevels, keptRange(target));
