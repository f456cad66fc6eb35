import { notify } from '#client/components/toasts/notify.ts';
import { ApiError, isSessionExpired, messageOf } from '#client/lib/api/ApiError.ts';
import { call } from '#client/lib/api/apiClient.ts';
import { exportRefOf, resumeExport } from '#shared/contracts/exports.ts';
import type { ExportRun } from '#shared/contracts/exports.ts';
import { messages } from '#shared/messages.ts';
import { pollAwaitedExports } from './awaitedExports.ts';
import { failedEnd } from './exportEvents.ts';
import { canceledEnd } from './exportReducer.ts';
import type { ExportEvent } from './exportReducer.ts';
import { dispatchExport, identifyExport, isExporting, readStarted, releaseEnds } from './exportsStore.ts';
import { showProgress } from './showProgress.tsx';

/** `ref` identifies an export within the tab, and links a request to its socket event. */
type Launch = { ref: string; timestamp: string };

/** Other servers may omit `data`. */
export type Answer = { message: string; url?: string | undefined; data?: ExportRun };

export type AnsweredEvent = Extract<ExportEvent, { type: 'answered' }>;

type ExportRequest = {
  /** The exported content: a platform, `rows`, … */
  source: string;
  /** Id of the export to resume. */
  id?: string;
  send: (launch: Launch) => Promise<Answer>;
  /** Derives the export's next event from the response. By default the export continues. */
  readAnswer?: (answer: Answer) => AnsweredEvent;
};

const readFailure = (error: unknown, ref: string, isResumed: boolean): ExportEvent => {
  const isLost = error instanceof ApiError && error.status === 0;
  const started = readStarted(ref);
  // Only the response is lost. The server continues the export.
  if (isLost && started?.progress?.state === 'running' && started.occupies !== 'nothing') return { type: 'answered' };
  if (isSessionExpired(error)) return { type: 'refused' };
  const end = failedEnd(messageOf(error, messages.exports.unknownError));
  if (isResumed) {
    // Not an end: the export ended before this attempt to resume it.
    notify.error(end.text);
    return { type: 'refused' };
  }
  const isCancelled = error instanceof ApiError && error.code === 'EXPORT_ENDED';
  return { type: 'refused', end: isCancelled ? canceledEnd : end };
};

/**
 * Starts an export unless this tab already runs an export. Shows the start, the progress of a long export, and why the
 * request failed. The response, an event (`exportEvents`) or a poll (`awaitedExports`) reports the end.
 */
export const launchExport = ({ source, id, send, readAnswer }: ExportRequest): void => {
  if (isExporting()) return;
  const timestamp = new Date().toISOString();
  const ref = exportRefOf(source, timestamp);
  dispatchExport(id ?? ref, { type: 'started', ref });
  notify.info(messages.exports.started);
  showProgress(ref);
  // The store drops exports at logout, and late responses must not reach the next user.
  const isUnknown = (): boolean => readStarted(ref) === undefined;
  const finish = (event: ExportEvent): void => {
    dispatchExport(ref, event);
    releaseEnds();
    pollAwaitedExports();
  };
  const run = async (): Promise<void> => {
    try {
      const answer = await send({ ref, timestamp });
      if (isUnknown()) return;
      if (answer.data !== undefined) identifyExport(ref, answer.data.id);
      finish(readAnswer?.(answer) ?? { type: 'answered' });
    } catch (error) {
      if (!isUnknown()) finish(readFailure(error, ref, id !== undefined));
    }
  };
  void run();
};

/** Resumes an export where it stopped. */
export const resume = ({ id }: Pick<ExportRun, 'id'>): void =>
  launchExport({ source: 'resume', id, send: () => call(resumeExport, { params: { id } }) });
