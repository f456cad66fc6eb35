import type { DateRange } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import { pause } from '#server/providers/calls/retry.ts';
import type { PlatformCall } from '#server/providers/calls/PlatformCall.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import type { GraphApi, InsightsReport } from '#server/providers/facebook/api.ts';
import { judgeFailedReport } from '#server/providers/facebook/errors.ts';
import type { ReportRun } from '#server/providers/facebook/types.ts';

/** Pauses between polls of a report, which count as calls: the first and the longest. */
export type ReportPauses = { firstMs: number; longestMs: number };

export const defaultReportPauses: ReportPauses = { firstMs: 5_000, longestMs: 60_000 };
const pauseGrowth = 1.5;
/** Meta: a report can take up to an hour. */
const longestWaitMs = 60 * 60_000;
/** Meta: a failed or skipped run should be submitted again. A second failure is final. */
const maxRuns = 2;

/**
 * Requests a report for data too large for one response and waits for it, from seconds to an hour.
 * @returns the id of a run whose rows can be read
 * @throws ProviderError `split` when the report itself is too large, `account` when it cannot be made
 */
export const makeReport = async (
  api: GraphApi,
  call: PlatformCall,
  accountId: string,
  { report, range }: { report: InsightsReport<unknown>; range: DateRange },
  pauses: ReportPauses,
): Promise<string> => {
  for (let run = 1; ; run += 1) {
    const runId = await api.startReport(call, accountId, report, range);
    const end = await awaitEnd(() => api.readReportRun(call, accountId, runId), pauses, call.signal);
    if (isDone(end)) return runId;
    const error = judgeFailedReport(end);
    if (error.outcome !== 'account' || run === maxRuns) throw error;
  }
};

const awaitEnd = async (
  read: () => Promise<ReportRun>,
  { firstMs, longestMs }: ReportPauses,
  signal: AbortSignal | undefined,
): Promise<ReportRun> => {
  for (let pauseMs = firstMs, waitedMs = 0; waitedMs < longestWaitMs; pauseMs *= pauseGrowth) {
    const nextMs = Math.min(pauseMs, longestMs);
    await pause(nextMs, signal);
    waitedMs += nextMs;
    const run = await read();
    if (isDone(run) || hasFailed(run)) return run;
  }
  throw new ProviderError('facebook', {
    outcome: 'retry',
    userMessage: messages.platform.unavailable('facebook'),
    providerCode: 'report-too-slow',
  });
};

/** Meta: a run can report completion while still some percent short of it. */
const isDone = (run: ReportRun): boolean =>
  run.async_status === 'Job Completed' && run.async_percent_completion === 100;

/** Meta: a skipped run never started or expired. */
const hasFailed = ({ async_status: status }: ReportRun): boolean => status === 'Job Failed' || status === 'Job Skipped';
