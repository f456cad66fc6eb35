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

/** `ref` tells the exports of one tab apart, and joins a request to its socket event. */
type Launch = { ref: string; timestamp: string };

/** Another server may leave `data` out. */
export type Answer = { message: string; url?: string | undefined; data?: ExportRun };

export type AnsweredEvent = Extract<ExportEvent, { type: 'answered' }>;

type ExportRequest = {
  /** What is exported: the platform, `rows`, … */
  source: string;
  /** Id of an export that is resumed. */
  id?: string;
  send: (launch: Launch) => Promise<Answer>;
  /** What the answer says of the export; by default the export goes on. */
  readAnswer?: (answer: Answer) => AnsweredEvent;
};

const readFailure = (error: unknown, ref: string, isResumed: boolean): ExportEvent => {
  const isLost = error instanceof ApiError && error.status === 0;
  const started = readStarted(ref);
  // Only the answer is lost: the server goes on with the export.
  if (isLost && started?.progress?.state === 'running' && started.occupies !== 'nothing') return { type: 'answered' };
  if (isSessionExpired(error)) return { type: 'refused' };
  const end = failedEnd(messageOf(error, messages.exports.unknownError));
  if (isResumed) {
    // Not an end: the export had its end before.
    notify.error(end.text);
    return { type: 'refused' };
  }
  const isCancelled = error instanceof ApiError && error.code === 'EXPORT_ENDED';
  return { type: 'refused', end: isCancelled ? canceledEnd : end };
};

/**
 * Starts an export, unless one runs in this tab already. The person sees that it started, its progress if that takes
 * long, and why its request failed. Its end comes with the answer, with an event (`exportEvents`) or with a poll
 * (`awaitedExports`).
 */
export const launchExport = ({ source, id, send, readAnswer }: ExportRequest): void => {
  if (isExporting()) return;
  const timestamp = new Date().toISOString();
  const ref = exportRefOf(source, timestamp);
  dispatchExport(id ?? ref, { type: 'started', ref });
  notify.info(messages.exports.started);
  showProgress(ref);
  // The store forgets the export with its user: the next user of this tab has nothing to do with it.
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

/** Continues an export where it stopped. */
export const resume = ({ id }: Pick<ExportRun, 'id'>): void =>
  launchExport({ source: 'resume', id, send: () => call(resumeExport, { params: { id } }) });
