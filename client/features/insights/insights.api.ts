import { call } from '#client/lib/api/apiClient.ts';
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

/** `next` is null when everything was loaded at once. */
export type Dataset = {
  rows: readonly InsightRow[];
  next: DatasetStep | null;
  warnings: readonly AccountWarning[];
  lost?: ConnectionLost;
};

type Fetch = (query: InsightsQuery, step: DatasetStep | null, signal: AbortSignal) => Promise<Dataset>;

const toDataset = (answer: { connectionLost?: ConnectionLost }, next: DatasetStep | null): Dataset => ({
  rows: readList<InsightRow>(answer, 'data'),
  next,
  warnings: readList<AccountWarning>(answer, 'warnings'),
  lost: answer.connectionLost,
});

/** Without an index, continues at the same account if there is a cursor, else ends. */
const nextStep = (index: unknown, cursor: unknown, current: number, accountCount: number): DatasetStep => {
  const hasCursor = typeof cursor === 'string' && cursor !== '';
  const fallback = hasCursor ? current : accountCount;
  return {
    accountIndex: typeof index === 'number' && Number.isInteger(index) ? index : fallback,
    cursor: hasCursor ? cursor : null,
  };
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

/**
 * Reads rows of the accounts and days: one dataset at a time from Facebook, all at once from Google and TikTok. `step`
 * is the `next` of the previous dataset, null for the first. Rejects as `call` does.
 */
export const fetchDataset: Record<PlatformId, Fetch> = {
  facebook: fetchFacebook,
  google: fetchGoogle,
  tiktok: fetchTikTok,
};
