import { Router } from 'express';
import * as z from 'zod';
import { pageOf, parseFilter, textList, utcTime } from '../parameters.ts';
import { selectFields } from '../reports/selectFields.ts';
import type { TikTokApi } from '../tiktokApi.ts';
import type { TikTokAdvertiser } from '../tiktokData.ts';
import { adGroupsOf } from './adData.ts';
import type { TikTokAdGroup, TikTokSampleAd } from './adData.ts';

const ids = z.array(z.string()).min(1).max(100).optional();

const objectFilter = z.strictObject({
  primary_status: z.enum(['STATUS_ALL', 'STATUS_NOT_DELETE', 'STATUS_DELETE']).default('STATUS_NOT_DELETE'),
  campaign_ids: ids,
  adgroup_ids: ids,
});
const adFilter = objectFilter.extend({ ad_ids: ids, modified_after: utcTime.optional() });
const smartAdFilter = objectFilter.extend({ smart_plus_ad_ids: ids, modified_after: utcTime.optional() });

type ObjectFilter = z.infer<typeof objectFilter>;
type AdRecord = Record<string, unknown>;

type Listed = { record: AdRecord; isDeleted: boolean };

const isOneOf = (wanted: readonly string[] | undefined, id: unknown): boolean =>
  wanted === undefined || (typeof id === 'string' && wanted.includes(id));

const isAfter = (record: AdRecord, time: string | undefined): boolean => String(record.modify_time) > (time ?? '');

const listGroups = (groups: readonly TikTokAdGroup[], advertiser: TikTokAdvertiser): Listed[] =>
  groups.map((group) => ({
    isDeleted: group.campaign.deletedDay !== undefined,
    record: {
      advertiser_id: advertiser.id,
      campaign_id: group.campaign.id,
      campaign_name: group.campaign.name,
      adgroup_id: group.id,
      adgroup_name: group.name,
      operation_status: group.isEnabled ? 'ENABLE' : 'DISABLE',
      secondary_status: group.secondaryStatus,
      optimization_goal: group.optimizationGoal,
      budget_mode: group.budgetMode,
      budget: group.budget,
      scheduled_budget: 0,
      schedule_type: group.scheduleType,
      schedule_start_time: group.scheduleStartTime,
      schedule_end_time: group.scheduleEndTime,
      create_time: group.campaign.createTime,
      modify_time: group.campaign.modifyTime,
    },
  }));

const adRecord = (advertiser: TikTokAdvertiser, ad: TikTokSampleAd): AdRecord => ({
  advertiser_id: advertiser.id,
  campaign_id: ad.campaign.id,
  campaign_name: ad.campaign.name,
  adgroup_id: ad.group.id,
  adgroup_name: ad.group.name,
  operation_status: ad.isEnabled ? 'ENABLE' : 'DISABLE',
  secondary_status: ad.secondaryStatus,
  create_time: ad.campaign.createTime,
  modify_time: ad.modifyTime,
});

/** TikTok: lists each creative of an upgraded Smart+ ad. */
const listAds = (groups: readonly TikTokAdGroup[], advertiser: TikTokAdvertiser): Listed[] =>
  groups
    .flatMap((group) => group.ads)
    .flatMap((ad): Listed[] => {
      const parts = ad.creatives.length === 0 ? [ad] : ad.creatives;
      return parts.map(({ id, name }) => ({
        isDeleted: ad.isDeleted,
        record: { ...adRecord(advertiser, ad), ad_id: id, ad_name: name },
      }));
    });

const listSmartAds = (groups: readonly TikTokAdGroup[], advertiser: TikTokAdvertiser): Listed[] =>
  groups
    .flatMap((group) => group.ads)
    .filter(({ creatives }) => creatives.length > 0)
    .map((ad) => ({
      isDeleted: ad.isDeleted,
      record: { ...adRecord(advertiser, ad), smart_plus_ad_id: ad.id, ad_name: ad.name },
    }));

/** Routes for an advertiser's ad groups, ads and upgraded Smart+ ads, below `/open_api/v1.3`. */
export const createAdRoutes = (api: TikTokApi): Router => {
  const router = Router({ strict: true });

  const serve = <Filter extends ObjectFilter>(
    path: string,
    schema: z.ZodType<Filter>,
    list: (groups: readonly TikTokAdGroup[], advertiser: TikTokAdvertiser) => Listed[],
    fits: (record: AdRecord, filter: Filter) => boolean,
  ): void => {
    router.get(path, (request, response) => {
      const advertiser = api.advertiserOf(request);
      const filter = parseFilter(request, schema);
      const groups = advertiser.campaigns.flatMap((campaign) => adGroupsOf(api.context.seed, advertiser, campaign));
      const found = list(groups, advertiser).filter(
        ({ record, isDeleted }) =>
          (filter.primary_status === 'STATUS_ALL' || isDeleted === (filter.primary_status === 'STATUS_DELETE')) &&
          isOneOf(filter.campaign_ids, record.campaign_id) &&
          isOneOf(filter.adgroup_ids, record.adgroup_id) &&
          fits(record, filter),
      );
      const fields = textList(request, 'fields');
      const page = pageOf(request, found);
      api.send(response, {
        ...page,
        list: page.list.map(({ record }) => selectFields(record, fields)),
      });
    });
  };

  serve('/adgroup/get/', objectFilter, listGroups, () => true);
  serve(
    '/ad/get/',
    adFilter,
    listAds,
    (record, filter) => isOneOf(filter.ad_ids, record.ad_id) && isAfter(record, filter.modified_after),
  );
  serve(
    '/smart_plus/ad/get/',
    smartAdFilter,
    listSmartAds,
    (record, filter) =>
      isOneOf(filter.smart_plus_ad_ids, record.smart_plus_ad_id) && isAfter(record, filter.modified_after),
  );
  return router;
};
