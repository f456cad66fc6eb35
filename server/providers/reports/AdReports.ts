import type { AdBudgetKind, AdLevel, AdStatus } from '#shared/campaigns.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import type { PlatformAccount, SizeMemory } from '../PlatformAccount.ts';
import type { PlatformCall } from '../calls/PlatformCall.ts';

/**
 * A campaign, ad set or ad as the platform lists it, deleted ones included. Google's ad groups and TikTok's ad groups
 * are ad sets. An asset group of Performance Max is an ad without an ad set.
 */
export type AdObject = {
  level: AdLevel;
  /** Unique within a platform and level. */
  id: string;
  /** Null for a campaign. */
  campaignId: string | null;
  /** Null for a campaign, and for an ad without an ad set. */
  adSetId: string | null;
  name: string;
  status: AdStatus;
  /** The status in the platform's words. */
  platformStatus: string;
  /** Null where another level has the budget, or none is known. */
  budget: AdBudget | null;
  /** In the platform's words. */
  objective: string | null;
  optimizationGoal: string | null;
  /** Instants as ISO 8601 text; null: open, or the platform reports none. */
  startsAt: string | null;
  endsAt: string | null;
};

export type AdBudget = {
  kind: AdBudgetKind;
  /** Exact decimal text in units of the account's currency. */
  amount: string;
  /** Names a budget that several campaigns share; it counts once. */
  sharedId: string | null;
};

/** The metrics of one campaign or ad on one day of the account's time zone, as exact decimal texts. */
export type AdDayRow = {
  day: Day;
  id: string;
  /** The campaign of an ad, and its ad set if it has one. Null for a campaign. */
  campaignId: string | null;
  adSetId: string | null;
  /** The names at the time of the report; null where the report has none. */
  name: string | null;
  adSetName: string | null;
  /** Units of the account's currency. */
  spend: string;
  impressions: string;
  clicks: string;
  /** What the platform credits to the ad. Google: may be fractional. */
  conversions: string;
  /** Of those, leads as the platform counts them. */
  leads: string;
};

/** Consecutive days, read completely: an object without a row of a day had no delivery. */
export type AdDaysPart = { range: DateRange; rows: AdDayRow[] };

/** Levels at which a platform reports days. Ad sets are sums of their ads. */
export const reportedLevels = ['campaign', 'ad'] as const satisfies readonly AdLevel[];
export type ReportedLevel = (typeof reportedLevels)[number];

export type AdDaysQuery = {
  account: Pick<PlatformAccount, 'id' | 'loginCustomerId'>;
  range: DateRange;
  /** For platforms that refuse large responses. */
  sizes?: SizeMemory;
  level: ReportedLevel;
};

/** Metrics from campaign to ad. */
export type AdReports = {
  /**
   * All objects of an account in pages, deleted ones included as far as the platform still lists them.
   * @throws ProviderError
   */
  listObjects(
    call: PlatformCall,
    account: Pick<PlatformAccount, 'id' | 'loginCustomerId' | 'currency'>,
  ): AsyncIterable<AdObject[]>;
  /**
   * Daily rows of a range, deleted objects included. Yields parts, newest days first. Together the parts cover the
   * range.
   * @throws ProviderError
   */
  readDays(call: PlatformCall, query: AdDaysQuery): AsyncIterable<AdDaysPart>;
};
