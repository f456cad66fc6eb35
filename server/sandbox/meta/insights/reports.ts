import type { InsightsQuery } from './insightsQuery.ts';
import type { MetaAdAccount } from '#server/sandbox/meta/metaData.ts';
import { integer } from '#server/sandbox/support/random.ts';

export const reportEnds = ['failed', 'skipped', 'too-large'] as const;
/** How a report can end that has no rows. */
type ReportEnd = (typeof reportEnds)[number];

export type Report = {
  readonly runId: string;
  readonly account: MetaAdAccount;
  readonly query: InsightsQuery;
  /** Undefined: it will have its rows. */
  readonly badEnd: ReportEnd | undefined;
  /** Unix seconds. */
  readonly startedAt: number;
  /** How often somebody has asked how it is going: it moves on with every question, so that it does the same every time. */
  polls: number;
};

export type Reports = ReturnType<typeof createReports>;

/** The asynchronous reports that were asked for. */
export const createReports = (seed: number) => {
  const reports = new Map<string, Report>();
  const orderedEnds: ReportEnd[] = [];
  /** Eighteen digits, more than a number can hold, though Meta writes it as one. */
  const nextRunId = (): string =>
    `602392${String(integer(0, 99_999_999, seed, 'meta report')).padStart(8, '0')}${String(2 * reports.size + 1).padStart(4, '0')}`;

  return {
    /** The reports to come end in this way, one each. */
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

/** Meta: a run can say that it is completed before it has all its percents; only both together are the end. */
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

/** A run as the Graph writes it. */
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
