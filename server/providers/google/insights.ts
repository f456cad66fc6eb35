import { countDays } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { AdPlatform, InsightsQuery } from '../AdPlatform.ts';
import type { PlatformCall } from '../calls/PlatformCall.ts';
import { clampToMonths, rangeBeforeRetention, readInSpans, toDaysPart } from '../reports/dayParts.ts';
import { ProviderError } from '../ProviderError.ts';
import type { GoogleAdsApi } from './api.ts';
import { toGoogleRows } from './transform.ts';

/** Google: days are kept for 37 months. */
export const keptMonths = 37;
/** Stored days are read by quarter, so that each quarter is stored before the next query. */
export const maxSpanDays = 92;
/** Limit of rows of one customer held in memory. */
const maxRows = 200_000;

type GoogleInsights = Required<
  Pick<AdPlatform<'google'>, 'readInsights' | 'readDays' | 'settledAfterDays' | 'attribution'>
>;

/** Insights of customers: all rows of a range for screens, and by day for storage. */
export const createGoogleInsights = (api: GoogleAdsApi): GoogleInsights => {
  /** Ads and their campaigns need two queries, one after the other. The first answer is parsed during the second. */
  const readRows = async (call: PlatformCall, account: InsightsQuery['account'], span: DateRange) => {
    const answered = Promise.withResolvers<void>();
    const reading = api.readAdDays(call, account, span, answered.resolve);
    await Promise.race([answered.promise, reading]);
    const [adDays, campaignDays] = await Promise.all([reading, api.readCampaignDays(call, account, span)]);
    return { adDays, campaignDays };
  };

  return {
    /**
     * Google dates a conversion by its click and does not say when a day is final. A conversion can be counted up to 90
     * days after the click, the longest window of a conversion action. Older days can gain none.
     */
    settledAfterDays: 90,
    attribution:
      'Conversions are those in the “Conversions” column of Google Ads, on the day of the click and within the time that each conversion action allows.',

    async readInsights(call, { account, range }) {
      const adDays = [];
      const campaignDays = [];
      let rowCount = 0;
      for await (const part of readInSpans({
        ...halving,
        range,
        maxDays: countDays(range),
        read: (span) => readRows(call, account, span),
      })) {
        adDays.push(part.adDays);
        campaignDays.push(part.campaignDays);
        rowCount += part.adDays.length + part.campaignDays.length;
        if (rowCount > maxRows) throw tooManyRows();
      }
      return { rows: toGoogleRows(adDays.flat(), campaignDays.flat()), after: null };
    },

    async *readDays(call, { account, range }) {
      const kept = clampToMonths(range, keptMonths);
      const read = async (span: DateRange) => {
        const { adDays, campaignDays } = await readRows(call, account, span);
        const rows = toGoogleRows(adDays, campaignDays);
        return toDaysPart(
          'google',
          span,
          rows.map((row) => ({ day: row.date, id: `${row.campaignId}/${row.adsetId}/${row.adId}`, row })),
        );
      };
      if (kept !== null) yield* readInSpans({ ...halving, range: kept, maxDays: maxSpanDays, read });
      const forgotten = rangeBeforeRetention(range, kept);
      if (forgotten) yield { range: forgotten, days: new Map() };
    },
  };
};

const tooManyRows = (cause?: unknown): ProviderError =>
  new ProviderError('google', {
    outcome: 'account',
    userMessage: 'This Google Ads account has too many rows in the range. Please choose a shorter one.',
    providerCode: 'too-many-rows',
    cause,
  });

export const halving = {
  isTooLarge: ({ outcome }: ProviderError): boolean => outcome === 'split',
  giveUp: tooManyRows,
};
