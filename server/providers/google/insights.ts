import { countDays } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { AdPlatform, InsightsQuery, PlatformCall } from '../AdPlatform.ts';
import { clampToMonths, forgottenPart, readInSpans, toDaysPart } from '../dayParts.ts';
import { ProviderError } from '../ProviderError.ts';
import type { GoogleAdsApi } from './api.ts';
import { toGoogleRows } from './transform.ts';

/** Google: days are kept for 37 months. */
const keptMonths = 37;
/** Days that are read to be stored come a quarter at a time: so much is stored before the next answer is on its way. */
const maxSpanDays = 92;
/** Rows of one customer that are held in memory at once. */
const maxRows = 200_000;

type GoogleInsights = Pick<AdPlatform<'google'>, 'readInsights' | 'readDays' | 'settledAfterDays' | 'attribution'>;

/** The insights of customers: all rows of a range for whoever looks at them, and by day to be stored. */
export const createGoogleInsights = (api: GoogleAdsApi): GoogleInsights => {
  /** Ads of a campaign and the campaign itself come from two questions. */
  const readRows = async (call: PlatformCall, account: InsightsQuery['account'], span: DateRange) => {
    const adDays = await api.readAdDays(call, account, span);
    const campaignDays = await api.readCampaignDays(call, account, span);
    return { adDays, campaignDays };
  };

  return {
    /*
     * Google dates a conversion by its click and says nowhere when a day is final. A conversion can be counted up to 90
     * days after the click, as the window of its conversion action says; a day that is older can gain none.
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
      const kept = clampToMonths(range, keptMonths, new Date());
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
      const forgotten = forgottenPart<'google'>(range, kept);
      if (forgotten) yield forgotten;
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

const halving = { isTooLarge: ({ outcome }: ProviderError): boolean => outcome === 'split', giveUp: tooManyRows };
