import type { DateRange } from '#shared/lib/dateRange.ts';
import { withRetry } from '#server/providers/retry.ts';
import type { PlatformCall } from '../AdPlatform.ts';
import { checkedId } from './client.ts';
import type { TikTokClient } from './client.ts';
import {
  advertiserDetailsData,
  advertisersData,
  campaign,
  campaignFields,
  dayFigureNames,
  dayReportRow,
  figureNames,
  nothing,
  reportRow,
  tokenData,
} from './types.ts';
import type { AdvertiserDetails, Campaign, DayReportRow, ReportRow } from './types.ts';

/** TikTok: the most ids of one details call. */
export const maxAdvertisersPerCall = 100;

export type TikTokApi = ReturnType<typeof createTikTokApi>;

/** The calls about grants, advertisers, campaigns and reports. */
export const createTikTokApi = ({ app, send, patiently, getAll }: TikTokClient) => ({
  /** TikTok: the code works once, so the exchange is never repeated by itself. */
  exchangeCode: (authCode: string) =>
    send({ path: '/oauth2/access_token/', json: { ...app, auth_code: authCode } }, tokenData),

  revokeToken: (accessToken: string) =>
    withRetry(() => send({ path: '/oauth2/revoke_token/', json: { ...app, access_token: accessToken } }, nothing), {
      patience: 'interactive',
    }),

  /** The advertisers that the token reaches, with their names. */
  async listAdvertisers(call: PlatformCall): Promise<{ id: string; name: string }[]> {
    const request = { path: '/oauth2/advertiser/get/', parameters: app };
    const { list } = await patiently(call, request, advertisersData);
    return list.map((each) => ({ id: each.advertiser_id, name: each.advertiser_name }));
  },

  /** @param ids at most `maxAdvertisersPerCall` */
  async readAdvertisers(call: PlatformCall, ids: readonly string[]): Promise<AdvertiserDetails[]> {
    const fields = ['advertiser_id', 'name', 'currency', 'timezone', 'display_timezone'];
    const parameters = { advertiser_ids: JSON.stringify(ids), fields: JSON.stringify(fields) };
    const request = { path: '/advertiser/info/', parameters, isAccountCall: true };
    const { list } = await patiently(call, request, advertiserDetailsData);
    return list;
  },

  listCampaigns: (call: PlatformCall, advertiserId: string): Promise<Campaign[]> =>
    getAll(
      call,
      '/campaign/get/',
      { advertiser_id: checkedId(advertiserId), fields: JSON.stringify(campaignFields) },
      campaign,
    ),

  /** One row per campaign over the whole span. TikTok: without days, a span has at most 365 of them. */
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

  /**
   * One row per campaign and day with delivery, deleted campaigns included: what they spent was spent. TikTok: with days, a
   * span has at most 30 of them.
   */
  readDayReport: (call: PlatformCall, advertiserId: string, span: DateRange): Promise<DayReportRow[]> =>
    getAll(
      call,
      reportPath,
      {
        ...reportParameters(advertiserId, span),
        dimensions: JSON.stringify(['campaign_id', 'stat_time_day']),
        metrics: JSON.stringify(dayFigureNames),
        // TikTok: a list inside a text.
        filtering: JSON.stringify([
          { field_name: 'campaign_status', filter_type: 'IN', filter_value: JSON.stringify(['STATUS_ALL']) },
        ]),
      },
      dayReportRow,
    ),
});

const reportPath = '/report/integrated/get/';

const reportParameters = (advertiserId: string, { since, until }: DateRange): Record<string, string> => ({
  advertiser_id: checkedId(advertiserId),
  service_type: 'AUCTION',
  report_type: 'BASIC',
  data_level: 'AUCTION_CAMPAIGN',
  start_date: since,
  end_date: until,
});
