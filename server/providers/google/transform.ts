import type { GoogleRow } from '#shared/insights/google.ts';
import type { PlatformAccount } from '../PlatformAccount.ts';
import type { AdDayRow, CampaignDayRow, Customer } from './types.ts';

/** Google adds enum values without notice, so unknown ones are accepted. */
const statusLabels: Readonly<Record<string, string>> = { ENABLED: 'Enabled', PAUSED: 'Paused', REMOVED: 'Removed' };
const statusLabel = (status: string): string => statusLabels[status] ?? 'Unknown';

/**
 * Converts micros of the account's currency to units. Dividing two integers gives the double nearest to the true
 * decimal, so the result is exact.
 */
export const fromMicros = (micros: string): number => Number(micros) / 1_000_000;

const toCampaignPart = (row: CampaignDayRow) => ({
  date: row.segments.date,
  customerName: row.customer.descriptiveName || formatCustomerId(row.customer.id),
  customerId: row.customer.id,
  campaignName: row.campaign.name,
  campaignId: row.campaign.id,
  campaignStatusLabel: statusLabel(row.campaign.status),
});

const toFigures = ({ metrics }: CampaignDayRow) => ({
  spend: fromMicros(metrics.costMicros),
  clicks: Number(metrics.clicks),
  impressions: Number(metrics.impressions),
  leads: metrics.conversions,
});

const toAdRow = (row: AdDayRow): GoogleRow => ({
  ...toCampaignPart(row),
  adsetName: row.adGroup.name,
  adsetId: row.adGroup.id,
  adsetStatusLabel: statusLabel(row.adGroup.status),
  adId: row.adGroupAd.ad.id,
  adStatusLabel: statusLabel(row.adGroupAd.status),
  ...toFigures(row),
});

const toCampaignOnlyRow = (row: CampaignDayRow): GoogleRow => ({
  ...toCampaignPart(row),
  adsetName: '',
  adsetId: '',
  adsetStatusLabel: '',
  adId: '',
  adStatusLabel: '',
  ...toFigures(row),
});

/**
 * Creates the product's rows, newest first: one per ad and day, and one for each day of a campaign without ads. Google:
 * Performance Max campaigns have no ad rows; without the campaign rows their spend would be missing. Each day is
 * treated separately, so its rows do not depend on the range.
 */
export const toGoogleRows = (adDays: readonly AdDayRow[], campaignDays: readonly CampaignDayRow[]): GoogleRow[] => {
  const withAds = new Set(adDays.map(campaignDayKey));
  const campaignOnly = campaignDays.filter((row) => !withAds.has(campaignDayKey(row)));
  const rows = [...adDays.map(toAdRow), ...campaignOnly.map(toCampaignOnlyRow)];
  return rows.toSorted(
    (a, b) => compare(b.date, a.date) || compare(a.campaignId, b.campaignId) || compare(a.adId, b.adId),
  );
};

const campaignDayKey = ({ campaign, segments }: CampaignDayRow): string => `${segments.date} ${campaign.id}`;

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Formats `4445556666` as Google's screens do: `444-555-6666`. */
const formatCustomerId = (id: string): string => id.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');

export const toAccount = (customer: Customer, loginCustomerId: string | null): PlatformAccount => ({
  id: customer.id,
  name: customer.descriptiveName || formatCustomerId(customer.id),
  currency: customer.currencyCode ?? null,
  timeZone: customer.timeZone ?? null,
  loginCustomerId,
});
