import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { readList } from '#client/lib/api/readList.ts';
import { facebookInsights, googleCampaigns, tiktokCampaigns } from '#shared/contracts/insights.ts';
import type { AccountWarning, ConnectionLost } from '#shared/contracts/insights.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { stripActPrefix } from '#shared/platforms/stripActPrefix.ts';

/** A row of any platform. `insightColumns` lists its columns. */
export type InsightRow = Readonly<Record<string, unknown>>;

export type InsightsQuery = { accountIds: readonly string[]; range: DateRange };

/** Start of the next dataset. `accountIndex` is a position in the selected accounts. */
export type DatasetStep = { accountIndex: number; cursor: string | null };

/** `next` is null after the last one. */
export type Dataset = {
  rows: readonly InsightRow[];
  next: DatasetStep | null;
  warnings: readonly AccountWarning[];
  lost?: ConnectionLost;
};

/** Lifetime of rows that are no longer shown. */
const keptMs = 30 * 60_000;

type Fetch = (query: InsightsQuery, step: DatasetStep | null, signal: AbortSignal) => Promise<Dataset>;

const toDataset = (answer: { connectionLost?: ConnectionLost }, next: DatasetStep | null): Dataset => ({
  rows: readList<InsightRow>(answer, 'data'),
  next,
  warnings: readList<AccountWarning>(answer, 'warnings'),
  lost: answer.connectionLost,
});

/** Without an index, continues with the same account if there is a cursor, and otherwise ends. */
const nextStep = (index: unknown, cursor: unknown, current: number, accountCount: number): DatasetStep | null => {
  const hasCursor = typeof cursor === 'string' && cursor !== '';
  const fallback = hasCursor ? current : accountCount;
  const accountIndex = typeof index === 'number' && Number.isInteger(index) ? index : fallback;
  return hasCursor || accountIndex < accountCount ? { accountIndex, cursor: hasCursor ? cursor : null } : null;
};

const fetchFacebook: Fetch = async ({ accountIds, range }, step, signal) => {
  const answer = await call(facebookInsights, {
    body: {
      since: range.since,
      until: range.until,
      ad_account_ids: accountIds.map(stripActPrefix),
      ...(step && { account_index: step.accountIndex }),
      ...(step && step.cursor !== null && { after_cursor: step.cursor }),
    },
    signal,
  });
  const { nextAccountIndex, after_cursor } = answer;
  return toDataset(answer, nextStep(nextAccountIndex, after_cursor, step?.accountIndex ?? 0, accountIds.length));
};

const fetchGoogle: Fetch = async ({ accountIds, range }, _step, signal) => {
  const body = { startDate: range.since, endDate: range.until, customerIds: [...accountIds] };
  return toDataset(await call(googleCampaigns, { body, signal }), null);
};

const fetchTikTok: Fetch = async ({ accountIds, range }, _step, signal) => {
  const body = { start_date: range.since, end_date: range.until, advertiser_ids: [...accountIds] };
  return toDataset(await call(tiktokCampaigns, { body, signal }), null);
};

const fetchDataset: Record<PlatformId, Fetch> = {
  facebook: fetchFacebook,
  google: fetchGoogle,
  tiktok: fetchTikTok,
};

/** Rows of the accounts and days: one dataset at a time from Facebook, all at once from Google and TikTok. */
export const datasetsOf = (platform: PlatformId, { accountIds, range }: InsightsQuery) =>
  infiniteQueryOptions({
    queryKey: queryKeys.insights.datasets(platform, accountIds, range),
    queryFn: ({ pageParam, signal }) => fetchDataset[platform]({ accountIds, range }, pageParam, signal),
    /** The `next` of the previous dataset. */
    initialPageParam: null as DatasetStep | null,
    getNextPageParam: ({ next }) => next,
    // Returning to a selection shows its rows without a call, until the person leaves the Preview.
    staleTime: Infinity,
    gcTime: keptMs,
    // Lets a read fail at once while offline.
    networkMode: 'always',
  });
