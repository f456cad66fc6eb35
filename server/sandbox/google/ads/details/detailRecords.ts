import type { Corrections } from '../../../corrections.ts';
import { dateOfDay } from '../../../support/days.ts';
import type { AdsAccount } from '../accounts.ts';
import type { AdsRecord } from '../records.ts';
import { queryError } from '../adsError.ts';
import { previewFields } from '../fields.ts';
import type { GaqlQuery } from '../parseGaql.ts';
import { adGroupRecord, campaignRecord, metricsRecord } from '../records.ts';
import { adMetricsOfDay, campaignMetricsOfDay, detailedCampaignsOf } from './campaigns.ts';
import type { DetailedAd, DetailedCampaign, DetailedMetrics } from './campaigns.ts';

const category = 'segments.conversion_action_category';

/**
 * Whether a query includes all ads. Queries with only the Preview's fields include one ad per campaign, because tests count
 * those rows.
 */
export const asksForDetails = (query: GaqlQuery): boolean =>
  query.resource === 'asset_group' ||
  query.resource === 'ad_group' ||
  query.fields.some((field) => !previewFields.has(field));

type DetailWorld = { seed: number; corrections: Corrections; customer: AdsRecord; days: readonly number[] };

type Source = { record: AdsRecord; metricsOf: (day: number) => DetailedMetrics | undefined };

const hasMetrics = ({ fields }: GaqlQuery): boolean => fields.some((field) => field.startsWith('metrics.'));

const categoryRecords = ({ conversions, leads }: DetailedMetrics): AdsRecord[] => [
  { [category]: 'SUBMIT_LEAD_FORM', 'metrics.conversions': leads },
  { [category]: 'PHONE_CALL_LEAD', 'metrics.conversions': Number((conversions - leads).toFixed(6)) },
];

/** One record per day. Days with only zeros in the selected metrics are omitted. */
const reportRecords = (query: GaqlQuery, days: readonly number[], sources: readonly Source[]): AdsRecord[] => {
  if (!hasMetrics(query)) return sources.map(({ record }) => record);
  if (!query.fields.includes('segments.date')) {
    throw queryError('BAD_FIELD_NAME', 'The sandbox simulates detailed metrics only by day.');
  }
  const isByCategory = query.fields.includes(category);
  if (isByCategory && query.fields.some((field) => /^metrics\.(?!conversions$)/.test(field))) {
    throw queryError(
      'PROHIBITED_SEGMENT_WITH_METRIC_IN_SELECT_OR_WHERE_CLAUSE',
      `Cannot select or filter on the following metrics with ${category}.`,
    );
  }
  return sources.flatMap(({ record, metricsOf }) =>
    days.flatMap((day) => {
      const metrics = metricsOf(day);
      if (!metrics) return [];
      const rows = isByCategory ? categoryRecords(metrics) : [metricsRecord(metrics)];
      return rows
        .filter((row) => query.fields.some((field) => field.startsWith('metrics.') && row[field] !== 0))
        .map((row) => ({ ...record, ...row, 'segments.date': dateOfDay(day) }));
    }),
  );
};

const detailedCampaignRecord = (account: AdsAccount, campaign: DetailedCampaign): AdsRecord => {
  const { budget } = campaign;
  return {
    ...campaignRecord(account, campaign),
    'campaign.primary_status': campaign.primaryStatus,
    'campaign.bidding_strategy_type': campaign.biddingStrategyType,
    'campaign.bidding_strategy_system_status': campaign.biddingStrategySystemStatus,
    'campaign.start_date_time': campaign.startDateTime,
    'campaign.end_date_time': campaign.endDateTime,
    'campaign_budget.resource_name': `customers/${account.id}/campaignBudgets/${budget.id}`,
    'campaign_budget.id': budget.id,
    ...(budget.amountMicros !== undefined && { 'campaign_budget.amount_micros': budget.amountMicros }),
    ...(budget.totalAmountMicros !== undefined && { 'campaign_budget.total_amount_micros': budget.totalAmountMicros }),
    'campaign_budget.period': budget.totalAmountMicros === undefined ? 'DAILY' : 'CUSTOM_PERIOD',
    'campaign_budget.explicitly_shared': budget.isShared,
  };
};

const adRecord = (account: AdsAccount, ad: DetailedAd, group: NonNullable<DetailedAd['group']>): AdsRecord => ({
  ...adGroupRecord(account, group),
  'ad_group_ad.resource_name': `customers/${account.id}/adGroupAds/${group.id}~${ad.id}`,
  'ad_group_ad.status': ad.status,
  'ad_group_ad.policy_summary.approval_status': ad.approvalStatus,
  'ad_group_ad.policy_summary.review_status': ad.reviewStatus,
  'ad_group_ad.ad.resource_name': `customers/${account.id}/ads/${ad.id}`,
  'ad_group_ad.ad.id': ad.id,
  'ad_group_ad.ad.type': ad.type,
  ...(ad.name !== '' && { 'ad_group_ad.ad.name': ad.name }),
  ...(ad.headlines.length > 0 && {
    'ad_group_ad.ad.responsive_search_ad.headlines': ad.headlines.map((text) => ({ text })),
  }),
});

const assetGroupRecord = (account: AdsAccount, ad: DetailedAd): AdsRecord => ({
  'asset_group.resource_name': `customers/${account.id}/assetGroups/${ad.id}`,
  'asset_group.id': ad.id,
  'asset_group.name': ad.name,
  'asset_group.status': ad.status,
  'asset_group.primary_status': ad.status === 'ENABLED' ? 'ELIGIBLE' : ad.status,
});

/** The rows of a detailed query, filtered only by day. */
export const detailRecords = (query: GaqlQuery, account: AdsAccount, world: DetailWorld): AdsRecord[] => {
  const campaigns = detailedCampaignsOf(account, world.seed);
  return campaigns.flatMap((campaign) => {
    const base = { ...world.customer, ...detailedCampaignRecord(account, campaign) };
    if (query.resource === 'campaign') {
      const metricsOf = (day: number) => campaignMetricsOfDay(campaign, day, world.seed, world.corrections);
      return reportRecords(query, world.days, [{ record: base, metricsOf }]);
    }
    if (query.resource === 'ad_group') {
      const groups = new Map(campaign.ads.flatMap(({ group }) => (group ? [[group.id, group]] : [])));
      return [...groups.values()].map((group) => ({ ...base, ...adGroupRecord(account, group) }));
    }
    const byDay = new Map(
      (hasMetrics(query) ? world.days : []).map((day) => [
        day,
        adMetricsOfDay(campaign, day, world.seed, world.corrections),
      ]),
    );
    const isOfResource = (ad: DetailedAd): boolean => (ad.group === null) === (query.resource === 'asset_group');
    const sources = campaign.ads.flatMap((ad, index): Source[] => {
      if (!isOfResource(ad)) return [];
      const record = { ...base, ...(ad.group ? adRecord(account, ad, ad.group) : assetGroupRecord(account, ad)) };
      return [{ record, metricsOf: (day) => byDay.get(day)?.[index] }];
    });
    return reportRecords(query, world.days, sources);
  });
};
