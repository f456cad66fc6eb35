import { notify } from '#client/components/notify.ts';
import { ApiError, isSessionExpired, messageOf } from '#client/lib/ApiError.ts';
import { readUser } from '#client/stores/userStore.ts';
import { exportRefOf } from '#shared/contracts/exports.ts';
import { messages } from '#shared/messages.ts';
import { forgetEnds, takeAnnouncement } from './announcements.ts';
import { awaitEnd } from './awaitEnd.ts';
import { showExportFailure, tellCancelled } from './exportEvents.ts';
import {
  beginExport,
  isBeingWritten,
  isExporting,
  isFollowed,
  leaveExport,
  noteAnswer,
  noteExportChange,
  readFollowedId,
} from './exportsStore.ts';
import { showProgress } from './showProgress.tsx';

/** What tells the exports of one tab apart, and joins a request to its event. */
type Launch = { ref: string; timestamp: string };

type ExportRequest<Answer> = {
  /** What is exported: the platform, `rows`, … */
  source: string;
  /** Of an export that is resumed. */
  id?: string;
  send: (launch: Launch) => Promise<Answer>;
  /** Tells what the answer says. */
  onAnswer: (answer: Answer, ref: string) => void;
};

const tellFailure = (error: unknown, ref: string, isResumed: boolean): void => {
  const isOpen = isFollowed(ref);
  const exportId = isOpen ? readFollowedId() : null;
  // Only its answer is lost: the server goes on with it.
  if (exportId !== null && isBeingWritten(exportId) && error instanceof ApiError && error.status === 0) {
    awaitEnd(ref, exportId);
    return;
  }
  leaveExport(ref);
  if (isSessionExpired(error)) return;
  const isCancelled = !isResumed && error instanceof ApiError && error.code === 'EXPORT_ENDED';
  if (isCancelled) {
    // Else an event was first to tell it.
    if (isOpen) tellCancelled(exportId);
    // One that could not be resumed has had its end before.
  } else if (isResumed || takeAnnouncement({ end: 'failed', notificationId: null, exportId })) {
    showExportFailure(messageOf(error, messages.exports.unknownError));
  }
};

/**
 * Begins an export, unless one runs in this tab already, and tells by itself how it goes: that it began, how far it is
 * if that takes long, and why its request failed. Its end comes by the answer, by an event (`exportEvents`) or by asking
 * (`awaitEnd`).
 */
export const launchExport = <Answer>({ source, id, send, onAnswer }: ExportRequest<Answer>): void => {
  if (isExporting()) return;
  const timestamp = new Date().toISOString();
  const ref = exportRefOf(source, timestamp);
  const { _id: userId } = readUser();
  // The next person in this tab has nothing to do with it.
  const isStillMine = (): boolean => readUser()._id === userId;
  if (id !== undefined) forgetEnds(id);
  beginExport(ref, id);
  notify.info(messages.exports.started);
  showProgress(ref);
  const run = async (): Promise<void> => {
    try {
      const answer = await send({ ref, timestamp });
      if (isStillMine()) onAnswer(answer, ref);
    } catch (error) {
      if (isStillMine()) tellFailure(error, ref, id !== undefined);
    }
    noteExportChange();
  };
  noteAnswer(run());
};
