import type {
  Overview,
  OverviewAccount,
  OverviewDaily,
  OverviewSeries,
  OverviewTotals,
} from '#shared/contracts/overview.ts';
import { addDays, countDays } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { PlatformId } from '#shared/platforms.ts';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The same values on each day. */
export const everyDay = (
  count: number,
  daily: { impressions?: number; clicks?: number; conversions?: number; spend?: number },
): OverviewDaily => {
  const days = (value = 0): number[] => Array.from({ length: count }, () => value);
  return {
    impressions: days(daily.impressions),
    clicks: days(daily.clicks),
    conversions: days(daily.conversions),
    spend: days(daily.spend),
  };
};

const totalsOf = (series: readonly OverviewSeries[], period: 'current' | 'previous'): OverviewTotals => {
  const of = (key: keyof OverviewDaily): number => sum(series.flatMap((entry) => entry[period][key]));
  const currencies = [...new Set(series.map(({ currency }) => currency))];
  return {
    impressions: of('impressions'),
    clicks: of('clicks'),
    conversions: of('conversions'),
    spend: currencies
      .map((currency) => {
        const paid = series.filter((entry) => entry.currency === currency);
        return {
          currency,
          amount: sum(paid.flatMap((entry) => entry[period].spend)),
          conversions: sum(paid.flatMap((entry) => entry[period].conversions)),
          leadSpend: sum(paid.flatMap((entry) => entry[period].spend)),
          qualifiedLeads: 0,
          wonLeads: 0,
          wonAmount: 0,
          otherWonLeads: 0,
        };
      })
      .toSorted((one, other) => other.amount - one.amount),
  };
};

export const buildOverviewAccount = (
  platform: PlatformId,
  number: number,
  overrides: Partial<OverviewAccount> = {},
): OverviewAccount => ({
  platform,
  accountId: String(number),
  name: `Account ${number}`,
  currency: 'EUR',
  timeZone: 'Europe/Berlin',
  attribution: '7 days after a click',
  state: 'ready',
  problem: null,
  readAt: '2026-11-20T10:00:00.000Z',
  missingDays: 0,
  ...overrides,
});

/** A response for the range. Totals are the sums of the series, with one account per series. */
export const buildOverview = (
  { since, until }: DateRange,
  series: readonly OverviewSeries[] = [],
  overrides: Partial<Overview> = {},
): Overview => {
  const days = countDays({ since, until });
  return {
    range: { since, until },
    previousRange: { since: addDays(since, -days), until: addDays(since, -1) },
    totals: { current: totalsOf(series, 'current'), previous: totalsOf(series, 'previous') },
    series: [...series],
    campaigns: [],
    newestLeads: [],
    hasQualifiedLeads: false,
    overdue: null,
    accounts: series.map(({ platform, currency }, index) => buildOverviewAccount(platform, index + 1, { currency })),
    accountsLeftOut: 0,
    isReading: false,
    connections: [],
    ...overrides,
  };
};
