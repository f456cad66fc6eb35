import type { CampaignAccount, Campaigns, CampaignRow } from '#shared/contracts/campaigns.ts';
import { addDays, countDays } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';

export const accountOf = (
  accounts: readonly CampaignAccount[],
  { platform, accountId }: Pick<CampaignRow, 'platform' | 'accountId'>,
): CampaignAccount | undefined =>
  accounts.find((account) => account.platform === platform && account.accountId === accountId);

/** The days of the range that the account's platform may still change. Null if all days are final. */
export const unsettledRange = (account: CampaignAccount | undefined, { since, until }: DateRange): DateRange | null => {
  if (!account) return null;
  const first = account.settledUntil === null ? since : addDays(account.settledUntil, 1);
  if (first > until) return null;
  return { since: first > since ? first : since, until };
};

/** How many of the last `shown` days of the range may still change. */
export const unsettledCount = (account: CampaignAccount | undefined, { until }: DateRange, shown: number): number => {
  const earliest = addDays(until, 1 - shown);
  const open = unsettledRange(account, { since: earliest, until });
  return open ? countDays(open) : 0;
};

type Days = Campaigns['days'];

const rangeOf = (days: Days): DateRange | null => {
  const [first] = days;
  const last = days.at(-1);
  return first && last ? { since: first.day, until: last.day } : null;
};

/** First to last day that may still change, across all accounts. */
export const unsettledDays = (days: Days): DateRange | null => rangeOf(days.filter(({ isSettled }) => !isSettled));

/** First to last day with missing data in any account. */
export const missingDays = (days: Days): DateRange | null => rangeOf(days.filter(({ isComplete }) => !isComplete));
