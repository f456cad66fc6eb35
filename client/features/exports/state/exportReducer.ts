import type { ExportRun, ExportState } from '#shared/contracts/exports.ts';
import { messages } from '#shared/messages.ts';

export type Progress = Pick<ExportRun, 'state' | 'rowsWritten' | 'rowsTotal'>;

/** A failed or canceled export can be resumed and end again. */
type Outcome = Extract<ExportState, 'complete' | 'failed' | 'cancelled'>;

const outcomes: readonly ExportState[] = ['complete', 'failed', 'cancelled'] satisfies Outcome[];

export const isUnderWay = (state: ExportState): boolean => !outcomes.includes(state);

/** How an export ended, with the message to show. Only stored notifications have an id. */
export type ExportEnd = {
  outcome: Outcome;
  notificationId: string | null;
  tone: 'success' | 'error' | 'info';
  text: string;
  url: string | null;
};

/** The state of one export in this tab. */
export type TrackedExport = {
  /** Null until the server has named the export. */
  id: string | null;
  /** Null unless this tab started the export. */
  ref: string | null;
  /** `button`: blocks the export button and shows the bar. `bar`: only shows the bar. */
  occupies: 'button' | 'bar' | 'nothing';
  /** The POST that starts or resumes the export has no response yet. */
  isPosting: boolean;
  /** Every row is in the sheet; only the notification is missing. */
  isWritten: boolean;
  /** The tab polls for the end, in case its notification is lost. */
  isAwaited: boolean;
  /** Null once the export has ended. */
  progress: Progress | null;
  /** Not shown before the response to a POST, which may report the same end. */
  heldEnd: ExportEnd | null;
  /** The end to show. Each new object is shown once. */
  shownEnd: ExportEnd | null;
  /** The source of each outcome: a notification id, or null for a response or a poll. */
  reportedBy: Readonly<Partial<Record<Outcome, string | null>>>;
  /** Ids of received notifications: the server may deliver one twice. */
  received: readonly string[];
};

export type ExportEvent =
  | { type: 'started'; ref: string }
  | { type: 'progressed'; progress: Progress }
  /** The POST succeeded. Has the end if the response ends the export. */
  | { type: 'answered'; end?: ExportEnd; isWritten?: boolean; freesButton?: boolean }
  /** The POST failed. Shows nothing without an `end`. */
  | { type: 'refused'; end?: ExportEnd }
  /** `isHeld`: an open POST may report the same end. `isSilent`: the end is recorded but not shown. */
  | { type: 'ended'; end: ExportEnd; isHeld?: boolean; isSilent?: boolean }
  /** The response arrived, or took too long. */
  | { type: 'holdOver' }
  /** The button and the bar are free again. */
  | { type: 'left' }
  /** The server does not know the export. */
  | { type: 'gone' };

export const newExport = (id: string | null): TrackedExport => ({
  id,
  ref: null,
  occupies: 'nothing',
  isPosting: false,
  isWritten: false,
  isAwaited: false,
  progress: null,
  heldEnd: null,
  shownEnd: null,
  reportedBy: {},
  received: [],
});

export const canceledEnd: ExportEnd = {
  outcome: 'cancelled',
  notificationId: null,
  tone: 'info',
  text: messages.exports.cancelled,
  url: null,
};

/** A resumed export ends again, so its failure and cancellation are forgotten. A complete export never resumes. */
const reopen = (state: TrackedExport): TrackedExport => {
  const { complete } = state.reportedBy;
  return { ...state, reportedBy: complete === undefined ? {} : { complete } };
};

const leave = (state: TrackedExport): TrackedExport => ({ ...state, occupies: 'nothing' });
const close = (state: TrackedExport): TrackedExport => ({ ...leave(state), isAwaited: false });

/** A second notification with a new id is a new end: another tab resumed the export. */
const wasShown = ({ received, reportedBy }: TrackedExport, { outcome, notificationId }: ExportEnd): boolean => {
  const reporter = reportedBy[outcome];
  if (notificationId === null) return reporter !== undefined;
  return received.includes(notificationId) || reporter === null;
};

const finish = (state: TrackedExport, end: ExportEnd, isSilent = false): TrackedExport => {
  const { outcome, notificationId } = end;
  return {
    ...close(state),
    shownEnd: isSilent || wasShown(state, end) ? state.shownEnd : end,
    reportedBy: { ...state.reportedBy, [outcome]: notificationId ?? state.reportedBy[outcome] ?? null },
    received: notificationId === null ? state.received : [...state.received, notificationId],
  };
};

const isOver = ({ reportedBy, heldEnd }: TrackedExport): boolean =>
  Object.keys(reportedBy).length > 0 || heldEnd?.outcome === 'complete';

/** The next state of one export. All export events go through this function. */
export const reduceExport = (state: TrackedExport, event: ExportEvent): TrackedExport => {
  switch (event.type) {
    case 'started':
      return { ...reopen(state), ref: event.ref, occupies: 'button', isPosting: true, isWritten: false };
    case 'progressed': {
      const { state: runState } = event.progress;
      if (isUnderWay(runState)) return { ...reopen(state), progress: event.progress };
      const ended = { ...state, progress: null };
      // The server sends no notification when an export is canceled, for example in another tab.
      const isMine = state.occupies !== 'nothing' || state.isAwaited;
      return runState === 'cancelled' && isMine ? finish(ended, canceledEnd) : ended;
    }
    case 'answered': {
      const answered = { ...state, isPosting: false, isWritten: event.isWritten ?? state.isWritten };
      if (event.end !== undefined) return finish(answered, event.end);
      if (isOver(answered)) return leave(answered);
      const occupies = event.freesButton && state.occupies === 'button' ? 'bar' : state.occupies;
      return { ...answered, occupies, isAwaited: state.id !== null };
    }
    case 'refused': {
      const refused = leave({ ...state, isPosting: false });
      return event.end === undefined || isOver(state) ? refused : finish(refused, event.end);
    }
    case 'ended':
      if (!event.isHeld || event.isSilent) return finish(state, event.end, event.isSilent);
      return { ...(event.end.outcome === 'complete' ? close(state) : state), heldEnd: event.end };
    case 'holdOver':
      return state.heldEnd === null ? state : finish({ ...state, heldEnd: null }, state.heldEnd);
    case 'left':
      return leave(state);
    case 'gone':
      return close(state);
    default:
      return event satisfies never;
  }
};
