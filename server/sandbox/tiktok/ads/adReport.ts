import type { Corrections } from '../../corrections.ts';
import { dateOfDay } from '../../support/days.ts';
import type { ReportQuery } from '../reports/reportQuery.ts';
import { invalidParameter } from '../TikTokError.ts';
import type { TikTokAdvertiser } from '../tiktokData.ts';
import { adDeliveriesOf, adGroupsOf, creativeDeliveriesOf } from './adData.ts';
import type { AdDelivery } from './adData.ts';

export type AdReportRow = AdDelivery & { day: number };

/** Rows of a report by ad and day. */
export const adReportRows = (
  seed: number,
  advertiser: TikTokAdvertiser,
  query: ReportQuery,
  days: readonly number[],
  corrections: Corrections,
): AdReportRow[] => {
  if (!query.byDay) throw invalidParameter('dimensions: The sandbox supports only reports by ad with stat_time_day.');
  return advertiser.campaigns
    .filter(({ id }) => query.campaignIds?.includes(id) ?? true)
    .flatMap((campaign) => {
      const ads = adGroupsOf(seed, advertiser, campaign).flatMap((group) => group.ads);
      return days.flatMap((day) =>
        adDeliveriesOf(seed, ads, day, corrections)
          .filter(({ ad }) => query.deleted === 'with' || ad.isDeleted === (query.deleted === 'only'))
          .flatMap((each) => (query.idDimension === 'ad_id' ? creativeDeliveriesOf(seed, each, day) : [each]))
          .map((each) => ({ ...each, day })),
      );
    });
};

/** TikTok: `ad_id` splits an upgraded Smart+ ad into its creatives, `ad_id_v2` does not. */
export const adDimensions = ({ ad, day }: AdReportRow, { idDimension }: ReportQuery): Record<string, string> => ({
  [idDimension]: ad.id,
  stat_time_day: `${dateOfDay(day)} 00:00:00`,
});
