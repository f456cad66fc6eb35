import type * as z from 'zod';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { QueryFields } from '../../calls/optionalFields.ts';
import type { PlatformCall } from '../../calls/PlatformCall.ts';
import { campaignDayParameters, inList, reportParameters, reportPath } from '../api.ts';
import { checkedId } from '../client.ts';
import type { TikTokClient } from '../client.ts';
import {
  adDay,
  adGroupFields,
  adGroupObject,
  adMetricFields,
  adObject,
  campaignDay,
  campaignMetricFields,
  campaignObject,
  campaignObjectFields,
  smartAdObject,
} from './adTypes.ts';

/** TikTok: maximum of ids in a filter. */
export const maxFilterIds = 100;

export type AdDaysRequest = {
  span: DateRange;
  /** At most `maxFilterIds`; undefined: all. */
  campaignIds?: readonly string[];
};

/** Calls from campaign to ad. TikTok: leaves out deleted objects unless a filter requests them. */
export const createTikTokAdApi = ({ getAll, readFields }: TikTokClient) => {
  const listAll = <Item>(
    call: PlatformCall,
    advertiserId: string,
    path: string,
    item: z.ZodType<Item> & { shape: object },
    fields: QueryFields = { required: Object.keys(item.shape), optional: [] },
  ): Promise<Item[]> =>
    readFields(path, fields, (names) =>
      getAll(
        call,
        path,
        {
          advertiser_id: checkedId(advertiserId),
          fields: JSON.stringify(names),
          filtering: JSON.stringify({ primary_status: 'STATUS_ALL' }),
        },
        item,
      ),
    );

  return {
    readCampaignDays: (call: PlatformCall, advertiserId: string, span: DateRange) =>
      readFields('report by campaign', campaignMetricFields, (names) =>
        getAll(call, reportPath, campaignDayParameters(advertiserId, span, names), campaignDay),
      ),

    /** TikTok: `ad_id_v2` is the ad in every kind of campaign; `ad_id` would be the creative in upgraded Smart+. */
    readAdDays: (call: PlatformCall, advertiserId: string, { span, campaignIds }: AdDaysRequest) =>
      readFields(`report by ad of ${advertiserId}`, adMetricFields, (names) =>
        getAll(
          call,
          reportPath,
          {
            ...reportParameters(advertiserId, span),
            data_level: 'AUCTION_AD',
            dimensions: JSON.stringify(['ad_id_v2', 'stat_time_day']),
            metrics: JSON.stringify(names),
            filtering: JSON.stringify([
              inList('ad_status', ['STATUS_ALL']),
              ...(campaignIds ? [inList('campaign_ids', campaignIds)] : []),
            ]),
          },
          adDay,
        ),
      ),

    listCampaigns: (call: PlatformCall, advertiserId: string) =>
      listAll(call, advertiserId, '/campaign/get/', campaignObject, campaignObjectFields),
    listAdGroups: (call: PlatformCall, advertiserId: string) =>
      listAll(call, advertiserId, '/adgroup/get/', adGroupObject, adGroupFields),
    /** Ads, and the creatives of upgraded Smart+ ads. */
    listAds: (call: PlatformCall, advertiserId: string) => listAll(call, advertiserId, '/ad/get/', adObject),
    listSmartAds: (call: PlatformCall, advertiserId: string) =>
      listAll(call, advertiserId, '/smart_plus/ad/get/', smartAdObject),
  };
};

export type TikTokAdApi = ReturnType<typeof createTikTokAdApi>;
