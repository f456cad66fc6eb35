import type { DateRange } from '#shared/lib/dateRange.ts';
import { toAdDaysPart } from '../../reports/adDaysPart.ts';
import type { AdDayRow, AdObject, AdReports, ReportedLevel } from '../../reports/AdReports.ts';
import { readInSpans } from '../../reports/dayParts.ts';
import type { PlatformCall } from '../../calls/PlatformCall.ts';
import { cutReport, giveUp, isTooLarge, maxDaySpanDays, maxReportIds } from '../insights/insights.ts';
import { maxFilterIds } from './adApi.ts';
import type { TikTokAdApi } from './adApi.ts';
import { toAdDayRow, toAds, toAdSet, toCampaign, toCampaignDayRow } from './adTransform.ts';
import type { AdParents } from './adTransform.ts';
import type { AdDay } from './adTypes.ts';

/** Metrics of TikTok from campaign to ad. */
export const createTikTokAdReports = (api: TikTokAdApi): AdReports => {
  const readCampaignDays = async (call: PlatformCall, advertiserId: string, span: DateRange) => {
    const rows = await api.readCampaignDays(call, advertiserId, span);
    if (isCut(rows.map(({ dimensions }) => dimensions.campaign_id))) throw cutReport();
    return rows;
  };

  const listAds = async (call: PlatformCall, advertiserId: string): Promise<AdObject[]> =>
    toAds(await api.listAds(call, advertiserId), await api.listSmartAds(call, advertiserId));

  /** Reads ads of one advertiser. */
  const createAdReader = (call: PlatformCall, advertiserId: string) => {
    let parents: ReadonlyMap<string, AdParents> | undefined;

    /** TikTok: cuts a report at a number of ads. Then the ads are read for some campaigns at a time. */
    const read = async (span: DateRange, campaignIds?: readonly string[]): Promise<AdDay[]> => {
      const rows = await api.readAdDays(call, advertiserId, { span, campaignIds });
      if (!isCut(rows.map(({ dimensions }) => dimensions.ad_id_v2))) return rows;
      if (campaignIds?.length === 1) throw cutReport();
      const ids = campaignIds ?? (await campaignsWithDelivery(call, advertiserId, span));
      const size = Math.min(maxFilterIds, Math.ceil(ids.length / 2));
      const parts: AdDay[][] = [];
      for (let start = 0; start < ids.length; start += size)
        parts.push(await read(span, ids.slice(start, start + size)));
      return parts.flat();
    };

    return async (span: DateRange): Promise<AdDayRow[]> => {
      const rows = await read(span);
      if (rows.some(({ metrics }) => !metrics.campaign_id)) {
        const ads = parents ? [] : await listAds(call, advertiserId);
        parents ??= new Map(ads.map(({ id, campaignId, adSetId }) => [id, { campaignId, adSetId }]));
      }
      return rows.map((row) => toAdDayRow(row, parents));
    };
  };

  const campaignsWithDelivery = async (call: PlatformCall, advertiserId: string, span: DateRange) => {
    const rows = await readCampaignDays(call, advertiserId, span);
    return [...new Set(rows.map(({ dimensions }) => dimensions.campaign_id))];
  };

  type Reader = (span: DateRange) => Promise<AdDayRow[]>;
  const readers: Record<ReportedLevel, (call: PlatformCall, advertiserId: string) => Reader> = {
    campaign: (call, advertiserId) => async (span) =>
      (await readCampaignDays(call, advertiserId, span)).map(toCampaignDayRow),
    ad: createAdReader,
  };

  return {
    async *listObjects(call, account) {
      yield (await api.listCampaigns(call, account.id)).map(toCampaign);
      yield (await api.listAdGroups(call, account.id)).map(toAdSet);
      yield await listAds(call, account.id);
    },

    readDays(call, { account, range, level }) {
      const readSpan = readers[level](call, account.id);
      const read = async (span: DateRange) => toAdDaysPart('tiktok', span, await readSpan(span));
      return readInSpans({ range, maxDays: maxDaySpanDays, read, isTooLarge, giveUp });
    },
  };
};

const isCut = (ids: readonly string[]): boolean => new Set(ids).size >= maxReportIds;
