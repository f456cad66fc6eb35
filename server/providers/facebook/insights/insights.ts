import { countDays } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { stripActPrefix } from '#shared/platforms/stripActPrefix.ts';
import type { AdPlatform, DaysPart, DaysQuery, InsightsQuery } from '#server/providers/AdPlatform.ts';
import type { PlatformCall } from '#server/providers/calls/PlatformCall.ts';
import { clampToMonths, rangeBeforeRetention, readInSpans, toDaysPart } from '#server/providers/reports/dayParts.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { largestAnswer, openAnswerSize, smallestPageRows } from './answerSize.ts';
import type { OpenSize } from './answerSize.ts';
import { previewReport } from '#server/providers/facebook/api.ts';
import type { GraphApi, InsightsReport, Paging } from '#server/providers/facebook/api.ts';
import { isBadParameter, isHeavyPage, isSlowQuery } from '#server/providers/facebook/errors.ts';
import { defaultReportPauses, makeReport } from './insightsReport.ts';
import type { ReportPauses } from './insightsReport.ts';
import { findLostPermission } from '#server/providers/facebook/lostPermission.ts';
import { nextCursor, toFacebookRow } from './transform.ts';
import type { GraphPage, Insight } from '#server/providers/facebook/types.ts';
import { readSmaller, tooHeavy, readEdge } from '#server/providers/facebook/readEdge.ts';

const defaultLimitRows = 200;
/** Meta: insights are kept for 37 months, and ranges that start earlier are refused. */
const keptMonths = 37;

const adsPermission = {
  permissions: ['ads_read'],
  userMessage: 'The permission to read Facebook ads was revoked. Please grant access again.',
};

type FacebookInsights = Required<
  Pick<AdPlatform<'facebook'>, 'readInsights' | 'readDays' | 'settledAfterDays' | 'attribution'>
>;

/** Insights of ad accounts: in pages for screens, and by day for storage. */
export const createFacebookInsights = (
  api: GraphApi,
  pauses: ReportPauses = defaultReportPauses,
): FacebookInsights => ({
  // Meta: numbers may change for 28 days.
  settledAfterDays: 28,
  attribution:
    'Conversions are the leads that Facebook credits to an ad, up to 7 days after a click on it or 1 day after a view unless the ad set says otherwise.',

  async readInsights(call, query) {
    const page = await findLostPermission(api, call, adsPermission, () => readInsightsPage(api, call, query));
    return page === null ? { rows: [], after: null } : { rows: page.data.map(toFacebookRow), after: nextCursor(page) };
  },

  async *readDays(call, query) {
    const { kept, parts } = readReportDays(api, call, query, { report: previewReport, pauses, toPart });
    yield* parts;
    const forgotten = rangeBeforeRetention(query.range, kept);
    if (forgotten) yield { range: forgotten, days: new Map() };
  },
});

type ReportDays<Row, Part> = {
  report: InsightsReport<Row>;
  pauses: ReportPauses;
  toPart: (span: DateRange, rows: readonly Row[]) => Part;
};

/**
 * Reads a report by day in spans, newest first, as far back as Meta has it.
 * @returns the range that Meta has, or null, and its parts
 */
export const readReportDays = <Row, Part>(
  api: GraphApi,
  call: PlatformCall,
  { account, range, sizes }: DaysQuery,
  { report, pauses, toPart }: ReportDays<Row, Part>,
): { kept: DateRange | null; parts: AsyncGenerator<Part> } => {
  const kept = clampToMonths(range, keptMonths);
  const read = async function* (): AsyncGenerator<Part> {
    if (kept === null) return;
    const { size, finish } = await openAnswerSize(sizes);
    const readSpan = createSpanReader(api, call, accountIdOf(account), { report, pauses, size });
    try {
      yield* readInSpans({
        range: kept,
        maxDays: largestAnswer.days,
        size,
        read: async (span) => toPart(span, await findLostPermission(api, call, adsPermission, () => readSpan(span))),
        isTooLarge: ({ outcome }) => outcome === 'split',
        giveUp: (error) => tooHeavy(error, 'Facebook cannot return the data of this ad account, not even for one day.'),
      });
    } finally {
      await finish();
    }
  };
  return { kept, parts: read() };
};

export const accountIdOf = ({ id }: InsightsQuery['account']): string => `act_${stripActPrefix(id)}`;

/** One page of insights, smaller if Meta refuses it as too heavy. Null when the range is beyond Meta's retention. */
const readInsightsPage = async (
  api: GraphApi,
  call: PlatformCall,
  query: InsightsQuery,
): Promise<GraphPage<Insight> | null> => {
  const range = clampToMonths(query.range, keptMonths);
  if (range === null) return null;
  const after = query.after ?? null;
  return readSmaller(
    query.limitRows ?? defaultLimitRows,
    (limit) => api.readInsights(call, accountIdOf(query.account), previewReport, range, { limit, after }),
    'Facebook cannot return this much data at once. Please choose a shorter range.',
  );
};

type SpanReading<Row> = { report: InsightsReport<Row>; pauses: ReportPauses; size: OpenSize };

/**
 * Reads whole spans of one ad account, directly or, if too large, as reports. Reports are slow, so only background
 * reads use them.
 */
const createSpanReader = <Row>(
  api: GraphApi,
  call: PlatformCall,
  accountId: string,
  { report: asked, pauses, size }: SpanReading<Row>,
) => {
  let report = asked;
  const mayWait = call.patience === 'background';
  let usesReports = mayWait && size.rows === 0;
  if (usesReports) size.days = largestAnswer.days;
  else if (size.rows === 0) size.rows = Math.ceil(smallestPageRows / 2);

  /** All pages of a query, smaller once Meta refuses one as too heavy. */
  const readPages = async (
    read: (paging: Paging) => Promise<GraphPage<Row>>,
    pages: { rows: number },
    smallestRows: number,
  ): Promise<Row[]> => {
    const readPage = async (after: string | null): Promise<GraphPage<Row>> => {
      for (;;) {
        try {
          return await read({ limit: pages.rows, after });
        } catch (error) {
          if (!(error instanceof ProviderError) || !isHeavyPage(error) || pages.rows <= smallestRows) throw error;
          pages.rows = Math.max(smallestRows, Math.ceil(pages.rows / 2));
        }
      }
    };
    const found: Row[][] = [];
    for await (const page of readEdge(readPage)) found.push(page);
    return found.flat();
  };

  const readSpan = async (span: DateRange): Promise<Row[]> => {
    const isOneDay = countDays(span) === 1;
    if (!usesReports) {
      try {
        const smallest = isOneDay && !mayWait ? 1 : smallestPageRows;
        return await readPages((paging) => api.readInsights(call, accountId, report, span, paging), size, smallest);
      } catch (error) {
        if (!(error instanceof ProviderError) || error.outcome !== 'split') throw error;
        if (!mayWait || !(isOneDay || isSlowQuery(error))) throw error;
        usesReports = true;
        if (isOneDay) size.rows = 0;
        size.days = largestAnswer.days;
      }
    }
    const runId = await makeReport(api, call, accountId, { report, range: span }, pauses);
    const read = (paging: Paging) => api.readReportPage(call, accountId, report, runId, paging);
    return readPages(read, { rows: largestAnswer.rows }, 1);
  };

  return async (span: DateRange): Promise<Row[]> => {
    try {
      return await readSpan(span);
    } catch (error) {
      if (!report.statuses || !isBadParameter(error)) throw error;
      report = { ...report, statuses: undefined };
      return readSpan(span);
    }
  };
};

const toPart = (span: DateRange, rows: readonly Insight[]): DaysPart<'facebook'> =>
  toDaysPart(
    'facebook',
    span,
    rows.map((insight) => ({ day: insight.date_start, id: insight.ad_id, row: toFacebookRow(insight) })),
  );
