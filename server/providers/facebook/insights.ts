import { countDays } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { stripActPrefix } from '#shared/platforms.ts';
import type { AdPlatform, DaysPart, InsightsQuery, PlatformCall } from '../AdPlatform.ts';
import { forgottenPart, readInSpans, toDaysPart } from '../dayParts.ts';
import { ProviderError } from '../ProviderError.ts';
import { largestAnswer, openAnswerSize, smallestPageRows } from './answerSize.ts';
import type { OpenSize } from './answerSize.ts';
import type { GraphApi, Paging } from './api.ts';
import { isHeavyPage, isSlowQuery } from './errors.ts';
import { defaultReportPauses, makeReport } from './insightsReport.ts';
import type { ReportPauses } from './insightsReport.ts';
import { tellLostPermission } from './lostPermission.ts';
import { clampToKept, nextCursor, toFacebookRow } from './transform.ts';
import type { GraphPage, Insight } from './types.ts';
import { readSmaller, tooHeavy, walkEdge } from './walkEdge.ts';

const defaultLimitRows = 200;

const adsPermission = {
  permissions: ['ads_read'],
  userMessage: 'The permission to read Facebook ads was taken back. Please grant access again.',
};

type FacebookInsights = Pick<AdPlatform<'facebook'>, 'readInsights' | 'readDays' | 'settledAfterDays' | 'attribution'>;

/** The insights of ad accounts: in pages for whoever looks at them, and by day to be stored. */
export const createFacebookInsights = (
  api: GraphApi,
  pauses: ReportPauses = defaultReportPauses,
): FacebookInsights => ({
  // Meta: numbers may change for 28 days.
  settledAfterDays: 28,
  attribution:
    'Conversions are the leads that Facebook credits to an ad, up to 7 days after a click on it or 1 day after a view unless the ad set says otherwise.',

  async readInsights(call, query) {
    const page = await tellLostPermission(api, call, adsPermission, () => readInsightsPage(api, call, query));
    return page === null ? { rows: [], after: null } : { rows: page.data.map(toFacebookRow), after: nextCursor(page) };
  },

  async *readDays(call, { account, range, sizes }) {
    const kept = clampToKept(range, new Date());
    if (kept !== null) {
      const { size, finish } = await openAnswerSize(sizes);
      const readSpan = createSpanReader(api, call, accountIdOf(account), { pauses, size });
      try {
        yield* readInSpans({
          range: kept,
          maxDays: largestAnswer.days,
          size,
          read: (span) => tellLostPermission(api, call, adsPermission, () => readSpan(span)),
          isTooLarge: ({ outcome }) => outcome === 'split',
          giveUp: (error) =>
            tooHeavy(error, 'Facebook cannot give the figures of this ad account, not even of one day.'),
        });
      } finally {
        await finish();
      }
    }
    const forgotten = forgottenPart<'facebook'>(range, kept);
    if (forgotten) yield forgotten;
  },
});

const accountIdOf = ({ id }: InsightsQuery['account']): string => `act_${stripActPrefix(id)}`;

/** A page of insights, smaller where Meta finds it too heavy; null when the range lies before what Meta keeps. */
const readInsightsPage = async (
  api: GraphApi,
  call: PlatformCall,
  query: InsightsQuery,
): Promise<GraphPage<Insight> | null> => {
  const range = clampToKept(query.range, new Date());
  if (range === null) return null;
  const after = query.after ?? null;
  return readSmaller(
    query.limitRows ?? defaultLimitRows,
    (limit) => api.readInsights(call, accountIdOf(query.account), range, { limit, after }),
    'Facebook cannot give so much data at once. Please choose a shorter range.',
  );
};

type SpanReading = { pauses: ReportPauses; size: OpenSize };

/**
 * Reads whole spans of one ad account, as answers or, once these have proved too much, as reports. Reports take a while, so
 * they are made where nobody waits.
 */
const createSpanReader = (api: GraphApi, call: PlatformCall, accountId: string, { pauses, size }: SpanReading) => {
  const mayWait = call.patience === 'background';
  let usesReports = mayWait && size.rows === 0;
  if (usesReports) size.days = largestAnswer.days;
  else if (size.rows === 0) size.rows = Math.ceil(smallestPageRows / 2);

  /** All pages of a query, smaller ones from where Meta finds them too heavy. */
  const readPages = async (
    read: (paging: Paging) => Promise<GraphPage<Insight>>,
    pages: { rows: number },
    smallestRows: number,
  ): Promise<Insight[]> => {
    const readPage = async (after: string | null): Promise<GraphPage<Insight>> => {
      for (;;) {
        try {
          return await read({ limit: pages.rows, after });
        } catch (error) {
          if (!(error instanceof ProviderError) || !isHeavyPage(error) || pages.rows <= smallestRows) throw error;
          pages.rows = Math.max(smallestRows, Math.ceil(pages.rows / 2));
        }
      }
    };
    const found: Insight[][] = [];
    for await (const page of walkEdge(readPage)) found.push(page);
    return found.flat();
  };

  return async (span: DateRange): Promise<DaysPart<'facebook'>> => {
    const isOneDay = countDays(span) === 1;
    if (!usesReports) {
      try {
        const smallest = isOneDay && !mayWait ? 1 : smallestPageRows;
        return toPart(
          span,
          await readPages((paging) => api.readInsights(call, accountId, span, paging), size, smallest),
        );
      } catch (error) {
        if (!(error instanceof ProviderError) || error.outcome !== 'split') throw error;
        if (!mayWait || !(isOneDay || isSlowQuery(error))) throw error;
        usesReports = true;
        if (isOneDay) size.rows = 0;
        size.days = largestAnswer.days;
      }
    }
    const runId = await makeReport(api, call, accountId, span, pauses);
    const read = (paging: Paging) => api.readReportPage(call, accountId, runId, paging);
    return toPart(span, await readPages(read, { rows: largestAnswer.rows }, 1));
  };
};

const toPart = (span: DateRange, rows: readonly Insight[]): DaysPart<'facebook'> =>
  toDaysPart(
    'facebook',
    span,
    rows.map((insight) => ({ day: insight.date_start, id: insight.ad_id, row: toFacebookRow(insight) })),
  );
