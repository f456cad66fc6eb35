import { addDays, daysOf } from '#shared/lib/dateRange.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import type { AppContext } from '#server/AppContext.ts';
import { createConnections } from '#server/modules/connections/createConnections.ts';
import { seeGrant, storeWithGrant } from '#server/modules/connections/access/heldGrant.ts';
import type { AccessContext } from '#server/modules/connections/access/AccessContext.ts';
import { begunUntil, toSpans } from '#server/modules/ads/days/freshness.ts';
import type { Owner } from '#server/modules/ads/days/insightDays.store.ts';
import type { Reading } from '#server/modules/ads/days/readDays.ts';
import { publishInsightsChanged } from '#server/modules/ads/publishInsightsChanged.ts';
import type { PlatformAccount, SizeMemory } from '#server/providers/PlatformAccount.ts';
import { reportedLevels } from '#server/providers/reports/AdReports.ts';
import type { AdReports, ReportedLevel } from '#server/providers/reports/AdReports.ts';
import { platformOf } from '#server/providers/platformOf.ts';
import { addAccountSums, markUnlisted, saveObjects } from '#server/modules/ads/objects/totals/adObjects.store.ts';
import { findCompleteSince, findDueDays } from '#server/modules/ads/objects/totals/adTotals.store.ts';
import type { AccountKey, RereadLimits } from '#server/modules/ads/objects/totals/adTotals.store.ts';
import { storeAdDays } from '#server/modules/ads/objects/totals/storeAdDays.ts';

/** Always kept: 13 months, so that a year can be compared. */
export const keptDays = 396;
/** These recent days are read before older days. */
const freshDays = 60;
/** Older days per read. The account then waits for its next turn. */
const backfillDays = 30;

/** The pauses of an account vary by a tenth (`nextRead.ts`). A limit of a full hour would skip every second turn. */
const turnShare = 0.85;
/** An account's objects are listed every hour. */
const listEveryMs = turnShare * 3_600_000;

type Target = {
  context: AccessContext & Pick<AppContext, 'publisher'>;
  owner: Owner;
  account: PlatformAccount;
  sizes: SizeMemory;
};

const keyOf = ({ owner, account }: Target): AccountKey => ({ ...owner, accountId: account.id });

const limitsAt = ({ rereads }: AdReports, now: Date): RereadLimits =>
  rereads.map(({ upToDays, everyMs }) => ({
    upToDays: upToDays + 1,
    before: new Date(now.getTime() - turnShare * everyMs),
  }));

/** The last day that reads no longer change. */
export const settledUntilOf = ({ rereads }: AdReports, today: Day): Day =>
  addDays(today, -Math.max(0, ...rereads.map(({ upToDays }) => upToDays)) - 1);

/** The days to read now: due days of the last weeks, and the youngest missing days before them. */
const daysToRead = async (
  target: Target,
  ads: AdReports,
  level: ReportedLevel,
  today: Day,
): Promise<{ days: Day[]; isMoreMissing: boolean }> => {
  const range: DateRange = { since: addDays(today, 1 - keptDays), until: today };
  const { context } = target;
  const due = await findDueDays(context.db, keyOf(target), level, range, limitsAt(ads, context.clock.now()));
  const freshSince = addDays(today, 1 - freshDays);
  const older = due.filter(({ day, isMissing }) => isMissing && day < freshSince).map(({ day }) => day);
  const now = due.filter(({ day, isMissing }) => !isMissing || day >= freshSince).map(({ day }) => day);
  const backfilled = older.slice(-backfillDays);
  return { days: [...backfilled, ...now].toSorted(), isMoreMissing: older.length > backfilled.length };
};

const storeObjects = async (target: Target, ads: AdReports, today: Day, reading: Reading) => {
  const { context, owner, account } = target;
  const grant = await seeGrant(context, owner);
  const seen = { seenAt: context.clock.now(), today, currency: account.currency };
  await storeWithGrant(context, owner, grant, (tx) => addAccountSums(tx, keyOf(target), seen));
  await createConnections(context).withAccess(owner.workspaceId, owner.platform, reading, async (call) => {
    for await (const objects of ads.listObjects(call, account))
      await storeWithGrant(context, owner, grant, (tx) => saveObjects(tx, keyOf(target), objects, seen));
  });
  await storeWithGrant(context, owner, grant, (tx) => markUnlisted(tx, keyOf(target), seen));
};

const readLevel = async (
  target: Target,
  ads: AdReports,
  level: ReportedLevel,
  { today, days }: { today: Day; days: readonly Day[] },
  reading: Reading,
): Promise<void> => {
  const { context, owner, account, sizes } = target;
  const grant = await seeGrant(context, owner);
  const left = new Set(days);
  // May run again with a newer token; then continues with the days not stored yet.
  await createConnections(context).withAccess(owner.workspaceId, owner.platform, reading, async (call) => {
    for (const range of toSpans([...left])) {
      // Take the time before the call, because the platform may change its numbers during the call.
      const readAt = context.clock.now();
      for await (const part of ads.readDays(call, { account, range, sizes, level })) {
        const facts = { readAt, today, settledUntil: settledUntilOf(ads, today), account };
        await storeWithGrant(context, owner, grant, (tx) => storeAdDays(tx, keyOf(target), level, part, facts));
        publishInsightsChanged(context, owner);
        for (const day of daysOf(part.range)) left.delete(day);
      }
    }
  });
  if (left.size > 0) throw new Error(`${owner.platform}: ${left.size} requested days are missing from the answer`);
};

export type AdsRead = {
  /** All days since this day are stored; null: none. */
  adsSince: Day | null;
  /** Whether older days are still missing. */
  isMoreMissing: boolean;
  /** The first failure, or null. */
  failure: unknown;
};

/**
 * Updates campaigns, ad sets and ads of an account. A failing list does not affect the reports. Reports of all levels
 * use one endpoint, so a failed report ends the read.
 * @param listedAt the last complete read; null: never
 */
export const readAds = async (target: Target, listedAt: Date | null, reading: Reading): Promise<AdsRead> => {
  const { context, owner, account } = target;
  const { ads } = platformOf(context.platforms, owner.platform);
  if (!ads) return { adsSince: null, isMoreMissing: false, failure: null };
  const now = context.clock.now();
  const today = begunUntil(account, now);
  let isMoreMissing = false;
  let failure: unknown = null;
  const attempt = async (read: () => Promise<void>): Promise<void> => {
    try {
      await read();
    } catch (error) {
      reading.signal?.throwIfAborted();
      failure ??= error;
    }
  };
  if (listedAt === null || now.getTime() - listedAt.getTime() >= listEveryMs)
    await attempt(() => storeObjects(target, ads, today, reading));
  await attempt(async () => {
    for (const level of reportedLevels) {
      const due = await daysToRead(target, ads, level, today);
      if (due.days.length > 0) await readLevel(target, ads, level, { today, days: due.days }, reading);
      isMoreMissing ||= due.isMoreMissing;
    }
  });
  const kept = { since: addDays(today, 1 - keptDays), until: today };
  return { adsSince: await findCompleteSince(context.db, keyOf(target), reportedLevels, kept), isMoreMissing, failure };
};
