import type { InsightsQuery } from './insightsQuery.ts';
import type { MetaAdAccount } from '#server/sandbox/meta/metaData.ts';
import { integer } from '#server/sandbox/support/random.ts';

export const reportEnds = ['failed', 'skipped', 'too-large'] as const;
/** The ways in which a report can end without rows. */
type ReportEnd = (typeof reportEnds)[number];

export type Report = {
  readonly runId: string;
  readonly account: MetaAdAccount;
  readonly query: InsightsQuery;
  /** Undefined if the report succeeds. */
  readonly badEnd: ReportEnd | undefined;
  /** Unix seconds. */
  readonly startedAt: number;
  /** Number of status requests. Each advances the report, so that progress is deterministic. */
  polls: number;
};

export type Reports = ReturnType<typeof createReports>;

/** The requested asynchronous reports. */
export const createReports = (seed: number) => {
  const reports = new Map<string, Report>();
  const orderedEnds: ReportEnd[] = [];
  /** Eighteen digits. Meta sends the id as a number although a double cannot represent it. */
  const nextRunId = (): string =>
    `602392${String(integer(0, 99_999_999, seed, 'meta report')).padStart(8, '0')}${String(2 * reports.size + 1).padStart(4, '0')}`;

  return {
    /** Sets how the next reports end, one entry per report. */
    order(ends: readonly ReportEnd[]): void {
      orderedEnds.push(...ends);
    },

    start(account: MetaAdAccount, query: InsightsQuery, startedAt: number): Report {
      const report: Report = { runId: nextRunId(), account, query, badEnd: orderedEnds.shift(), startedAt, polls: 0 };
      reports.set(report.runId, report);
      return report;
    },

    find: (runId: string): Report | undefined => reports.get(runId),
  };
};

/** Meta: a run may be marked completed below 100 percent. It has ended only when both match. */
const progressSteps = [
  { async_status: 'Job Running', async_percent_completion: 40 },
  { async_status: 'Job Completed', async_percent_completion: 98 },
  { async_status: 'Job Completed', async_percent_completion: 100 },
] as const;

const badEndFields: Record<ReportEnd, Record<string, string | number>> = {
  failed: {
    async_status: 'Job Failed',
    async_percent_completion: 40,
    error_code: 2,
    error_subcode: 1504044,
    error_message: 'The report could not be made.',
  },
  skipped: { async_status: 'Job Skipped', async_percent_completion: 0 },
  'too-large': {
    async_status: 'Job Failed',
    async_percent_completion: 37,
    error_code: 100,
    error_subcode: 1487534,
    error_message: 'The report holds too much data.',
  },
};

export const isComplete = ({ polls, badEnd }: Report): boolean => badEnd === undefined && polls >= progressSteps.length;

/** A run in the Graph's format. */
export const describeRun = (report: Report): Record<string, string | number | undefined> => {
  const step = progressSteps[Math.min(Math.max(report.polls, 1), progressSteps.length) - 1];
  return {
    id: report.runId,
    account_id: report.account.id,
    time_ref: report.startedAt,
    time_completed: isComplete(report) ? report.startedAt + report.polls : undefined,
    ...(report.badEnd !== undefined && report.polls > 1 ? badEndFields[report.badEnd] : step),
  };
};
