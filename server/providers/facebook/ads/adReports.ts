import type { DateRange } from '#shared/lib/dateRange.ts';
import type { AdDayRow, AdDaysPart, AdObject, AdReports } from '../../reports/AdReports.ts';
import { toAdDaysPart } from '../../reports/adDaysPart.ts';
import { rangeBeforeRetention } from '../../reports/dayParts.ts';
import type { PlatformCall } from '../../calls/PlatformCall.ts';
import type { GraphApi, InsightsReport, ObjectEdge } from '../api.ts';
import { isBadParameter } from '../errors.ts';
import { accountIdOf, readReportDays } from '../insights/insights.ts';
import { defaultReportPauses } from '../insights/insightsReport.ts';
import type { ReportPauses } from '../insights/insightsReport.ts';
import { readEdge } from '../readEdge.ts';
import { toAd, toAdDayRow, toAdSet, toCampaign, toCampaignDayRow } from './adTransform.ts';
import { adDay, adObject, adSetObject, campaignDay, campaignObject } from './adTypes.ts';
import type { AdDay, AdObjectRow, AdSetObject, CampaignDay, CampaignObject } from './adTypes.ts';

const metricFields = ['spend', 'impressions', 'clicks', 'actions'];

/** Meta: reports contain archived and deleted objects only if a filter names their status. All statuses are named. */
const campaignStatuses = ['ACTIVE', 'ARCHIVED', 'DELETED', 'IN_PROCESS', 'PAUSED', 'WITH_ISSUES'];

const campaignReport: InsightsReport<CampaignDay> = {
  level: 'campaign',
  fields: { required: ['campaign_id', ...metricFields], optional: ['campaign_name'] },
  row: campaignDay,
  statuses: campaignStatuses,
};

const adReport: InsightsReport<AdDay> = {
  level: 'ad',
  fields: { required: ['ad_id', 'adset_id', 'campaign_id', ...metricFields], optional: ['ad_name', 'adset_name'] },
  row: adDay,
  statuses: [
    ...campaignStatuses,
    'ADSET_PAUSED',
    'CAMPAIGN_PAUSED',
    'DISAPPROVED',
    'PENDING_BILLING_INFO',
    'PENDING_REVIEW',
    'PREAPPROVED',
  ],
};

const objectFields = ['id', 'name', 'effective_status'];
/** One without the other would be a wrong budget. */
const budgetFields = 'daily_budget, lifetime_budget';

const campaigns: ObjectEdge<CampaignObject> = {
  edge: 'campaigns',
  fields: { required: objectFields, optional: [budgetFields, 'objective', 'start_time', 'stop_time'] },
  item: campaignObject,
};

const adSets: ObjectEdge<AdSetObject> = {
  edge: 'adsets',
  fields: {
    required: [...objectFields, 'campaign_id'],
    optional: [budgetFields, 'optimization_goal', 'start_time', 'end_time', 'learning_stage_info'],
  },
  item: adSetObject,
};

const ads: ObjectEdge<AdObjectRow> = {
  edge: 'ads',
  fields: { required: [...objectFields, 'adset_id', 'campaign_id'], optional: [] },
  item: adObject,
};

/** Metrics of Facebook from campaign to ad, without breakdowns: actions under a breakdown may not add up. */
export const createFacebookAdReports = (api: GraphApi, pauses: ReportPauses = defaultReportPauses): AdReports => {
  const listEdge = async function* <Item>(
    call: PlatformCall,
    accountId: string,
    edge: ObjectEdge<Item>,
    toObject: (item: Item) => AdObject,
  ): AsyncGenerator<AdObject[]> {
    for (const isArchived of [false, true]) {
      const pages = readEdge((after) => api.readObjects(call, accountId, edge, { isArchived, after }));
      try {
        for await (const page of pages) yield page.map(toObject);
      } catch (error) {
        if (!isArchived || !isBadParameter(error)) throw error;
      }
    }
  };

  const partOf =
    <Row>(toRow: (row: Row) => AdDayRow) =>
    (span: DateRange, rows: readonly Row[]): AdDaysPart =>
      toAdDaysPart('facebook', span, rows.map(toRow));

  return {
    async *listObjects(call, account) {
      const accountId = accountIdOf(account);
      const { currency } = account;
      yield* listEdge(call, accountId, campaigns, (campaign) => toCampaign(campaign, currency));
      yield* listEdge(call, accountId, adSets, (adSet) => toAdSet(adSet, currency));
      yield* listEdge(call, accountId, ads, toAd);
    },

    async *readDays(call, query) {
      const read =
        query.level === 'campaign'
          ? readReportDays(api, call, query, { report: campaignReport, pauses, toPart: partOf(toCampaignDayRow) })
          : readReportDays(api, call, query, { report: adReport, pauses, toPart: partOf(toAdDayRow) });
      yield* read.parts;
      const forgotten = rangeBeforeRetention(query.range, read.kept);
      if (forgotten) yield { range: forgotten, rows: [] };
    },
  };
};
