import type { AdSums } from '#shared/campaigns.ts';
import type { CampaignAccount, CampaignDetail, CampaignRow, Campaigns } from '#shared/contracts/campaigns.ts';
import { toPageFields } from '#shared/contracts/paging.ts';
import { addDays, countDays } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { PlatformId } from '#shared/platforms.ts';

export const buildSums = (sums: Partial<AdSums> = {}): AdSums => ({
  spend: 0,
  impressions: 0,
  clicks: 0,
  conversions: 0,
  leads: 0,
  collectedLeads: 0,
  qualifiedLeads: 0,
  wonLeads: 0,
  wonAmount: 0,
  otherWonLeads: 0,
  ...sums,
});

/** A campaign of Google's account 1 in euros. */
export const buildCampaignRow = (id: string, overrides: Partial<CampaignRow> = {}): CampaignRow => ({
  platform: 'google',
  level: 'campaign',
  id,
  kind: 'object',
  name: `Campaign ${id}`,
  accountId: '1',
  accountName: 'Account 1',
  campaignId: null,
  campaignName: null,
  adSetId: null,
  adSetName: null,
  status: 'delivering',
  platformStatus: 'ENABLED',
  budget: { kind: 'daily', amount: 50, isShared: false },
  currency: 'EUR',
  sums: buildSums({ spend: 100, impressions: 10_000, clicks: 200, conversions: 8, leads: 5, collectedLeads: 4 }),
  compared: null,
  sparkline: Array.from({ length: 30 }, (_day, index) => index),
  children: 0,
  ...overrides,
});

/** All days are stored and settled. */
export const buildCampaignAccount = (
  platform: PlatformId,
  accountId: string,
  overrides: Partial<CampaignAccount> = {},
): CampaignAccount => ({
  platform,
  accountId,
  name: `Account ${accountId}`,
  currency: 'EUR',
  timeZone: 'Europe/Berlin',
  state: 'ready',
  problem: null,
  asOf: '2026-11-20T10:00:00.000Z',
  completeSince: '2025-10-01',
  backfillUntil: '2025-10-01',
  settledUntil: '2099-12-31',
  attribution: null,
  ...overrides,
});

const addSums = (rows: readonly { sums: AdSums }[]): AdSums =>
  rows.reduce((total, { sums }) => {
    const next = { ...total };
    for (const [name, value] of Object.entries(sums)) next[name as keyof AdSums] += value;
    return next;
  }, buildSums());

/** A response for the range with these rows on its only page. Totals are the sums of the rows. */
export const buildCampaigns = (
  { since, until }: DateRange,
  rows: readonly CampaignRow[] = [],
  overrides: Partial<Campaigns> = {},
): Campaigns => ({
  range: { since, until },
  comparedRange: null,
  rows: [...rows],
  restCount: rows.filter(({ kind }) => kind === 'rest').length,
  totals: [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
    const sums = addSums(rows.filter((row) => row.currency === currency));
    return { currency, sums, compared: null, leadSpend: { current: sums.spend, compared: null } };
  }),
  otherLeads: { organic: 0, unknown: 0, imported: 0, byHand: 0 },
  hasQualifiedLeads: false,
  accounts: [buildCampaignAccount('google', '1')],
  days: Array.from({ length: countDays({ since, until }) }, (_day, index) => ({
    day: addDays(since, index),
    isSettled: true,
    isComplete: true,
  })),
  ...toPageFields({ page: 1, limit: 50 }, rows.length),
  ...overrides,
});

/** The detail of a row, with the same sums on each day. */
export const buildCampaignDetail = (
  row: CampaignRow,
  { since, until }: DateRange,
  overrides: Partial<CampaignDetail> = {},
): CampaignDetail => {
  const count = countDays({ since, until });
  const sums = buildSums();
  for (const [name, value] of Object.entries(row.sums)) sums[name as keyof AdSums] = value / count;
  return {
    row,
    range: { since, until },
    comparedRange: null,
    days: Array.from({ length: count }, (_day, index) => ({
      day: addDays(since, index),
      isSettled: true,
      isComplete: true,
      sums,
    })),
    comparedDays: null,
    children: [],
    leadSources: { forms: row.sums.collectedLeads, imported: 0 },
    newestLeads: [],
    settings: { objective: null, optimizationGoal: null, startsAt: null, endsAt: null, timeZone: null },
    changes: [],
    url: 'https://ads.example.test/1',
    ...overrides,
  };
};
