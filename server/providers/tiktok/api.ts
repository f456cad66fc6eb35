import type { DateRange } from '#shared/lib/dateRange.ts';
import { withRetry } from '#server/providers/calls/retry.ts';
import type { QueryFields } from '../calls/optionalFields.ts';
import type { PlatformCall } from '../calls/PlatformCall.ts';
import { checkedId } from './client.ts';
import type { TikTokClient } from './client.ts';
import {
  advertiserDetailsData,
  advertisersData,
  campaign,
  campaignFields,
  figureNames,
  nothing,
  reportRow,
  tokenData,
} from './types.ts';
import type { AdvertiserDetails, Campaign, ReportRow } from './types.ts';

/** TikTok: maximum of ids per details call. */
export const maxAdvertisersPerCall = 100;

export type TikTokApi = ReturnType<typeof createTikTokApi>;

const advertiserFields: QueryFields = {
  required: ['advertiser_id', 'currency'],
  optional: ['name', 'timezone', 'display_timezone'],
};

/** Calls for grants, advertisers, campaigns and reports. */
export const createTikTokApi = ({ app, send, patiently, getAll, readFields }: TikTokClient) => ({
  /** TikTok: the code works once, so the exchange is never retried. */
  exchangeCode: (authCode: string) =>
    send({ path: '/oauth2/access_token/', json: { ...app, auth_code: authCode } }, tokenData),

  revokeToken: (accessToken: string) =>
    withRetry(() => send({ path: '/oauth2/revoke_token/', json: { ...app, access_token: accessToken } }, nothing), {
      patience: 'interactive',
    }),

  /** Advertisers that the token covers, with names. */
  async listAdvertisers(call: PlatformCall): Promise<{ id: string; name: string }[]> {
    const request = { path: '/oauth2/advertiser/get/', parameters: app };
    const { list } = await patiently(call, request, advertisersData);
    return list.map((each) => ({ id: each.advertiser_id, name: each.advertiser_name }));
  },

  /** @param ids at most `maxAdvertisersPerCall` */
  async readAdvertisers(call: PlatformCall, ids: readonly string[]): Promise<AdvertiserDetails[]> {
    const path = '/advertiser/info/';
    const { list } = await readFields(path, advertiserFields, (names) => {
      const parameters = { advertiser_ids: JSON.stringify(ids), fields: JSON.stringify(names) };
      return patiently(call, { path, parameters, isAccountCall: true }, advertiserDetailsData);
    });
    return list;
  },

  listCampaigns: (call: PlatformCall, advertiserId: string): Promise<Campaign[]> =>
    readFields('/campaign/get/ of the Preview', campaignFields, (names) =>
      getAll(
        call,
        '/campaign/get/',
        { advertiser_id: checkedId(advertiserId), fields: JSON.stringify(names) },
        campaign,
      ),
    ),

  /** One row per campaign over the whole span. TikTok: without days, at most 365 days per span. */
  readReport: (call: PlatformCall, advertiserId: string, span: DateRange): Promise<ReportRow[]> =>
    getAll(
      call,
      reportPath,
      {
        ...reportParameters(advertiserId, span),
        dimensions: JSON.stringify(['campaign_id']),
        metrics: JSON.stringify(figureNames),
      },
      reportRow,
    ),
});

export const reportPath = '/report/integrated/get/';

export const reportParameters = (advertiserId: string, { since, until }: DateRange): Record<string, string> => ({
  advertiser_id: checkedId(advertiserId),
  service_type: 'AUCTION',
  report_type: 'BASIC',
  data_level: 'AUCTION_CAMPAIGN',
  start_date: since,
  end_date: until,
});

/** A report by campaign and day, deleted campaigns included. */
export const campaignDayParameters = (
  advertiserId: string,
  span: DateRange,
  metrics: readonly string[],
): Record<string, string> => ({
  ...reportParameters(advertiserId, span),
  dimensions: JSON.stringify(['campaign_id', 'stat_time_day']),
  metrics: JSON.stringify(metrics),
  filtering: JSON.stringify([inList('campaign_status', ['STATUS_ALL'])]),
});

/** A filter of a report. TikTok: expects a JSON list inside a string. */
export const inList = (name: string, values: readonly string[]) => ({
  field_name: name,
  filter_type: 'IN',
  filter_value: JSON.stringify(values),
});
