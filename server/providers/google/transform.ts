import type { GoogleRow } from '#shared/insights/google.ts';
import type { PlatformAccount } from '../AdPlatform.ts';
import type { AdDayRow, CampaignDayRow, Customer } from './types.ts';

/** Google adds values to its enums without notice, so an unknown one is no error. */
const statusLabels: Readonly<Record<string, string>> = { ENABLED: 'Enabled', PAUSED: 'Paused', REMOVED: 'Removed' };
const statusLabel = (status: string): string => statusLabels[status] ?? 'Unknown';

/**
 * Micros of the account's currency in units. Dividing two whole numbers gives the double nearest to the true decimal,
 * the same one that writing the decimal down gives.
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
 * The product's rows: one per ad and day, and one for each day of a campaign on which it has no ads of its own, newest first.
 * Google: Performance Max campaigns spend through asset groups and have no ad rows; left out, their spend would be missing.
 * Every day is judged by itself, so that its rows do not depend on the range that it was read in.
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

/** `4445556666` as Google's own screens write it: `444-555-6666`. */
const formatCustomerId = (id: string): string => id.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');

export const toAccount = (customer: Customer, loginCustomerId: string | null): PlatformAccount => ({
  id: customer.id,
  name: customer.descriptiveName || formatCustomerId(customer.id),
  currency: customer.currencyCode ?? null,
  timeZone: customer.timeZone ?? null,
  loginCustomerId,
});
