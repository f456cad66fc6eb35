import type { AdStatus } from '#shared/campaigns.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { AdDayRow, AdDaysQuery, AdObject, AdReports, ReportedLevel } from '../../reports/AdReports.ts';
import { toAdDaysPart } from '../../reports/adDaysPart.ts';
import { clampToMonths, rangeBeforeRetention, readInSpans } from '../../reports/dayParts.ts';
import type { PlatformCall } from '../../calls/PlatformCall.ts';
import type { GoogleAdsApi } from '../api.ts';
import { halving, keptMonths, maxSpanDays } from '../insights.ts';
import { createAdQueries } from './adQueries.ts';
import {
  countLeads,
  toAd,
  toAdDayRow,
  toAdSet,
  toAssetGroup,
  toAssetGroupDayRow,
  toCampaign,
  toCampaignDayRow,
} from './adTransform.ts';

/** Metrics of Google from campaign to ad or asset group. */
export const createGoogleAdReports = (api: GoogleAdsApi): AdReports => {
  const queries = createAdQueries(api);

  type ReadDays = (call: PlatformCall, account: AdDaysQuery['account'], span: DateRange) => Promise<AdDayRow[]>;
  const readers: Record<ReportedLevel, ReadDays> = {
    async campaign(call, account, span) {
      const rows = await queries.readCampaignDays(call, account, span);
      const leads = countLeads(await queries.readLeadDays(call, account, span, 'campaign'));
      return rows.map((row) => toCampaignDayRow(row, leads));
    },
    async ad(call, account, span) {
      const ads = await queries.readAdDays(call, account, span);
      const leads = countLeads(await queries.readLeadDays(call, account, span, 'ad_group_ad'));
      const assetGroups = await queries.readAssetGroupDays(call, account, span);
      return [...ads.map((row) => toAdDayRow(row, leads)), ...assetGroups.map(toAssetGroupDayRow)];
    },
  };

  return {
    async *listObjects(call, account) {
      const campaigns = (await queries.listCampaigns(call, account)).map(toCampaign);
      yield campaigns;
      const campaignStatuses = statusesOf(campaigns);
      const adSets = (await queries.listAdGroups(call, account)).map((row) => toAdSet(row, campaignStatuses));
      yield adSets;
      const adSetStatuses = statusesOf(adSets);
      yield (await queries.listAds(call, account)).map((row) => toAd(row, campaignStatuses, adSetStatuses));
      yield (await queries.listAssetGroups(call, account)).map((row) => toAssetGroup(row, campaignStatuses));
    },

    async *readDays(call, { account, range, level }) {
      const kept = clampToMonths(range, keptMonths);
      const read = async (span: DateRange) => toAdDaysPart('google', span, await readers[level](call, account, span));
      if (kept !== null) yield* readInSpans({ ...halving, range: kept, maxDays: maxSpanDays, read });
      const forgotten = rangeBeforeRetention(range, kept);
      if (forgotten) yield { range: forgotten, rows: [] };
    },
  };
};

const statusesOf = (objects: readonly AdObject[]): ReadonlyMap<string, AdStatus> =>
  new Map(objects.map(({ id, status }) => [id, status]));
