import pLimit from 'p-limit';
import { addDays, daysOf } from '#shared/lib/dateRange.ts';
import type { Day } from '#shared/lib/dateRange.ts';
import type { AppContext } from '#server/AppContext.ts';
import { createConnections } from '#server/modules/connections/createConnections.ts';
import { seeGrant, storeWithGrant } from '#server/modules/connections/access/heldGrant.ts';
import type { AccessContext } from '#server/modules/connections/access/AccessContext.ts';
import { begunUntil, settledUntil, toDated, toSpans } from '#server/modules/ads/days/freshness.ts';
import { findDaysToRead } from '#server/modules/ads/days/insightDays.store.ts';
import type { Owner } from '#server/modules/ads/days/insightDays.store.ts';
import type { InsightAccountRow } from '#server/modules/ads/insightAccounts.store.ts';
import type { Reading } from '#server/modules/ads/days/readDays.ts';
import { publishInsightsChanged } from '#server/modules/ads/publishInsightsChanged.ts';
import type { PlatformAccount, SizeMemory } from '#server/providers/PlatformAccount.ts';
import type { AdPlatform } from '#server/providers/AdPlatform.ts';
import { reportedLevels } from '#server/providers/reports/AdReports.ts';
import type { AdReports, ReportedLevel } from '#server/providers/reports/AdReports.ts';
import { platformOf } from '#server/providers/platformOf.ts';
import { addAccountSums, markUnlisted, saveObjects } from '#server/modules/ads/objects/totals/adObjects.store.ts';
import { findCompleteSince } from '#server/modules/ads/objects/totals/adTotals.store.ts';
import type { AccountKey } from '#server/modules/ads/objects/totals/adTotals.store.ts';
import { storeAdDays } from '#server/modules/ads/objects/totals/storeAdDays.ts';

/** Always kept: 13 months, so that a year can be compared. */
export const keptDays = 396;
/** These recent days are read before older days. */
const freshDays = 60;
/** Older days per read. The account then waits for its next turn. */
const backfillDays = 30;

/**
 * An account's objects are listed every hour. The pauses of an account vary by a tenth (`nextRead.ts`), so a limit of a
 * full hour would skip every second turn.
 */
const listEveryMs = 0.85 * 3_600_000;

/** Many reads wait for platforms at once. Few of them store at once, so that connections are left for other work. */
const storing = pLimit(3);

type Target = {
  context: AccessContext & Pick<AppContext, 'publisher'>;
  owner: Owner;
  account: PlatformAccount;
  sizes: SizeMemory;
};

const keyOf = ({ owner, account }: Target): AccountKey => ({ ...owner, accountId: account.id });

type Wish = Pick<InsightAccountRow, 'wantedSince' | 'wantedUntil'>;

/** The days to read now: due days of the last weeks and of the wish, and the youngest due days before them. */
const daysToRead = async (
  { context, owner, account }: Target,
  level: ReportedLevel,
  { wantedSince, wantedUntil }: Wish,
  today: Day,
): Promise<{ days: Day[]; isMoreMissing: boolean }> => {
  const now = context.clock.now();
  const [keptSince, freshSince] = [addDays(today, 1 - keptDays), addDays(today, 1 - freshDays)];
  const range = { since: wantedSince !== null && wantedSince < keptSince ? wantedSince : keptSince, until: today };
  const [found] = await findDaysToRead(context.db, owner, level, [toDated(account, today, now)], range, now);
  const due = found?.days ?? [];
  const older = due.filter((day) => day >= keptSince && day < freshSince);
  const backfilled = new Set(older.slice(-backfillDays));
  const isWanted = (day: Day): boolean =>
    wantedSince !== null && wantedUntil !== null && day >= wantedSince && day <= wantedUntil;
  return {
    days: due.filter((day) => day >= freshSince || backfilled.has(day) || isWanted(day)),
    isMoreMissing: older.length > backfillDays,
  };
};

const storeObjects = async (target: Target, ads: AdReports, today: Day, reading: Reading) => {
  const { context, owner, account } = target;
  const grant = await seeGrant(context, owner);
  const seen = { seenAt: context.clock.now(), today, currency: account.currency };
  await storeWithGrant(context, owner, grant, (tx) => addAccountSums(tx, keyOf(target), seen));
  await createConnections(context).withAccess(owner.workspaceId, owner.platform, reading, async (call) => {
    for await (const objects of ads.listObjects(call, account))
      await storing(() => storeWithGrant(context, owner, grant, (tx) => saveObjects(tx, keyOf(target), objects, seen)));
  });
  await storeWithGrant(context, owner, grant, (tx) => markUnlisted(tx, keyOf(target), seen));
};

const readLevel = async (
  target: Target,
  { ads, settledAfterDays }: AdPlatform,
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
        const facts = { readAt, today, settledUntil: settledUntil(account, { settledAfterDays }, readAt), account };
        await storing(() =>
          storeWithGrant(context, owner, grant, (tx) => storeAdDays(tx, keyOf(target), level, part, facts)),
        );
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
 */
export const readAds = async (
  target: Target,
  { adsReadAt: listedAt, ...wish }: Wish & Pick<InsightAccountRow, 'adsReadAt'>,
  reading: Reading,
): Promise<AdsRead> => {
  const { context, owner, account } = target;
  const adapter = platformOf(context.platforms, owner.platform);
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
    await attempt(() => storeObjects(target, adapter.ads, today, reading));
  await attempt(async () => {
    for (const level of reportedLevels) {
      const due = await daysToRead(target, level, wish, today);
      if (due.days.length > 0) await readLevel(target, adapter, level, { today, days: due.days }, reading);
      isMoreMissing ||= due.isMoreMissing;
    }
  });
  const kept = { since: addDays(today, 1 - keptDays), until: today };
  return { adsSince: await findCompleteSince(context.db, keyOf(target), reportedLevels, kept), isMoreMissing, failure };
};
