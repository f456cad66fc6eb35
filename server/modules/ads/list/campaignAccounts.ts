import { addDays, daysOf } from '#shared/lib/dateRange.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import type { CampaignAccount } from '#shared/contracts/campaigns.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { startOfDay } from '#server/lib/startOfDay.ts';
import { listAllStoredAccounts } from '#server/modules/ads/accounts/adAccounts.store.ts';
import { readConnections } from '#server/modules/connections/connections.service.ts';
import { begunUntil, settledUntil } from '#server/modules/ads/days/freshness.ts';
import { isVisitDue, wantDays } from '#server/modules/ads/days/wantDays.ts';
import { listInsightAccounts } from '#server/modules/ads/insightAccounts.store.ts';
import { keptDays } from '#server/modules/ads/objects/reads/readAds.ts';
import type { CountedRange } from './CampaignFilter.ts';

/** The parts of the context that Campaigns uses. */
export type CampaignContext = Pick<AppContext, 'clock' | 'db' | 'storage' | 'jobs' | 'platforms'>;

/** All ad accounts of the workspace's connections and the progress of their reads. Records the visit. */
export const readCampaignAccounts = async (
  context: CampaignContext,
  workspaceId: WorkspaceId,
  range: DateRange,
): Promise<CampaignAccount[]> => {
  const now = context.clock.now();
  const connections = await readConnections(context, workspaceId);
  const listed = await listAllStoredAccounts(context.db, workspaceId);
  const rows = await listInsightAccounts(context.db, workspaceId);
  const rowsByKey = new Map(rows.map((row) => [`${row.platform}:${row.accountId}`, row]));
  const accounts: CampaignAccount[] = [];
  for (const platform of platformIds) {
    const connection = connections.find((each) => each.platform === platform);
    const lost = connection && connection.state !== 'connected' ? connection.reason : null;
    const adapter = context.platforms[platform];
    const unseen: string[] = [];
    for (const account of listed[platform]) {
      const row = rowsByKey.get(`${platform}:${account.id}`);
      const today = begunUntil(account, now);
      const earliest = addDays(today, 1 - keptDays);
      const problem = lost ?? row?.problem ?? row?.adsProblem ?? null;
      const completeSince = row?.adsSince ?? null;
      const neededSince = range.since > earliest ? range.since : earliest;
      const isReading = completeSince === null || completeSince > neededSince;
      accounts.push({
        platform,
        accountId: account.id,
        name: account.name,
        currency: account.currency,
        timeZone: account.timeZone,
        state: problem === null ? (isReading ? 'reading' : 'ready') : 'failing',
        problem,
        asOf: row?.adsReadAt?.toISOString() ?? null,
        completeSince,
        backfillUntil: earliest,
        settledUntil: adapter ? settledUntil(account, adapter, now) : null,
        attribution: adapter?.attribution ?? null,
      });
      if (isVisitDue(row, now)) unseen.push(account.id);
    }
    if (lost === null && unseen.length > 0)
      await wantDays(context, { workspaceId, platform }, [{ accountIds: unseen, range: null }]);
  }
  return accounts;
};

export type AccountId = { platform: PlatformId; accountId: string };

/** A range with the instants of its days in each account. */
export const toCountedRange = (
  range: DateRange,
  accounts: readonly Pick<CampaignAccount, 'platform' | 'accountId' | 'timeZone'>[],
): CountedRange => {
  // Accounts share few time zones.
  const ends = new Map<string | null, { since: Date; until: Date }>();
  for (const { timeZone } of accounts)
    if (!ends.has(timeZone))
      ends.set(timeZone, {
        since: startOfDay(timeZone, range.since),
        until: startOfDay(timeZone, addDays(range.until, 1)),
      });
  return {
    ...range,
    spans: accounts.flatMap(({ platform, accountId, timeZone }) => {
      const span = ends.get(timeZone);
      return span ? [{ platform, accountId, ...span }] : [];
    }),
  };
};

/**
 * For each day of a range: whether all accounts have stored and settled it. Ignores unreadable accounts if others are
 * readable, because one failing account could keep every day incomplete forever.
 */
export const dayStates = (
  range: DateRange,
  accounts: readonly CampaignAccount[],
): { day: Day; isSettled: boolean; isComplete: boolean }[] => {
  // Group equal accounts first: checking hundreds of days against hundreds of accounts is slow.
  const readable = accounts.filter(({ state }) => state !== 'failing');
  const counted = readable.length > 0 ? readable : accounts;
  const limits = new Map(counted.map((account) => [`${account.settledUntil} ${account.completeSince}`, account]));
  const different = [...limits.values()];
  return daysOf(range).map((day) => ({
    day,
    isSettled: different.every((account) => account.settledUntil !== null && day <= account.settledUntil),
    isComplete: different.every(({ completeSince }) => completeSince !== null && day >= completeSince),
  }));
};
