import type { AdPlatform } from '#server/providers/AdPlatform.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import type { TikTokApi } from '#server/providers/tiktok/api.ts';
import { tooManyPagesCode } from '#server/providers/tiktok/client.ts';
import { invalidParameterCode } from '#server/providers/tiktok/errors.ts';
import { toSpans, toTikTokRows } from './transform.ts';
import type { ReportRow } from '#server/providers/tiktok/types.ts';

/** TikTok: longest span of a daily report. */
export const maxDaySpanDays = 30;
/** TikTok: a report omits campaigns beyond this number. */
export const maxReportIds = 20_000;

type TikTokInsights = Pick<AdPlatform<'tiktok'>, 'readInsights' | 'settledAfterDays' | 'attribution'>;

/** Insights of advertisers: campaigns over a range. */
export const createTikTokInsights = (api: TikTokApi): TikTokInsights => ({
  // TikTok: a conversion counts up to 28 days after the click, the longest window of an ad group.
  settledAfterDays: 28,
  attribution:
    'Conversions are what TikTok counts as such: by default up to 7 days after a click on the ad or 1 day after a view.',

  async readInsights(call, { account, range }) {
    const campaigns = await api.listCampaigns(call, account.id);
    const reports: ReportRow[][] = [];
    for (const span of toSpans(range)) reports.push(await api.readReport(call, account.id, span));
    return { rows: toTikTokRows(campaigns, reports), after: null };
  },
});

/** TikTok: refuses a span that is too long as an invalid parameter. */
export const isTooLarge = ({ outcome, providerCode }: ProviderError): boolean =>
  outcome === 'split' || providerCode === invalidParameterCode || providerCode === tooManyPagesCode;

export const giveUp = (error: ProviderError): ProviderError =>
  error.outcome === 'split'
    ? new ProviderError('tiktok', {
        outcome: 'account',
        userMessage: 'This TikTok ad account has more campaigns than can be read',
        status: error.status,
        providerCode: error.providerCode,
        requestId: error.requestId,
        cause: error,
      })
    : error;

export const cutReport = (): ProviderError =>
  new ProviderError('tiktok', {
    outcome: 'split',
    userMessage: 'This TikTok ad account has more campaigns than can be read',
    providerCode: 'report-cut',
  });
