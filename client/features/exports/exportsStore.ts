import { create } from 'zustand';
import { webUrl } from '#client/lib/webUrl.ts';
import { readUser, useUserStore } from '#client/stores/userStore.ts';
import type { ExportRun } from '#shared/contracts/exports.ts';
import { isUnderWay } from './exportStates.ts';

export type Progress = Pick<ExportRun, 'state' | 'rowsWritten' | 'rowsTotal'>;

type ExportsState = {
  /** Ref of the export that keeps the button busy; outlives the screen it was started on. */
  runningRef: string | null;
  /** The newest export that this tab has begun, until its end; its id is known once the server has told it. */
  followed: { ref: string; id: string | null; isWritten?: boolean } | null;
  /** How far the person's exports are that are under way, by id, as far as the server has told it. */
  progress: Readonly<Record<string, Progress>>;
  /** Grows whenever an export begins, goes on or ends: a list that was read before is old. */
  changes: number;
  /** Ids of exports whose end this tab waits for. */
  awaited: readonly string[];
  /** Address of the newest sheet that is ready. */
  lastSheetUrl: string | null;
};

const defaults = (): ExportsState => ({
  runningRef: null,
  followed: null,
  progress: {},
  changes: 0,
  awaited: [],
  lastSheetUrl: null,
});

export const useExportsStore = create<ExportsState>()(defaults);
const { getState: read, setState: write } = useExportsStore;

export const useIsExporting = (): boolean => useExportsStore((exports) => exports.runningRef !== null);
export const isExporting = (): boolean => read().runningRef !== null;

/** The button is busy and the export followed, whose id is known where it is a resumed one. */
export const beginExport = (ref: string, id: string | null = null): void =>
  write({ runningRef: ref, followed: { ref, id } });

/** Frees the button while its export goes on. */
export const freeButton = (ref: string): void => {
  if (read().runningRef === ref) write({ runningRef: null });
};

/** The export of this ref is over for this tab; another one may have begun meanwhile. */
export const leaveExport = (ref: string): void => {
  freeButton(ref);
  if (read().followed?.ref === ref) write({ followed: null });
};

/** An export has ended; one without an id is taken for the followed one. */
export const endExport = (id: string | null): void => {
  const { followed } = read();
  if (id === null) write({ runningRef: null, followed: null });
  else if (followed?.id === id) leaveExport(followed.ref);
};

/** Notes the id of the export with this ref. */
export const identifyExport = (ref: string, id: string): void => {
  const { followed } = read();
  if (followed?.ref === ref) write({ followed: { ...followed, id } });
};

/** The answer says that every row is in the sheet; only the announcement is missing. */
export const noteWritten = (ref: string): void =>
  write(({ followed }) => ({ followed: followed?.ref === ref ? { ...followed, isWritten: true } : followed }));

/** Whether this export may still write rows. */
export const isWriting = (ref: string): boolean => {
  const { followed } = read();
  return followed?.ref === ref && followed.isWritten !== true;
};

export const isFollowed = (ref: string): boolean => read().followed?.ref === ref;
export const readFollowedId = (): string | null => read().followed?.id ?? null;

export const addAwaited = (id: string): void =>
  write(({ awaited }) => ({ awaited: awaited.includes(id) ? awaited : [...awaited, id] }));

export const readAwaited = (): readonly string[] => read().awaited;
export const isAwaited = (id: string): boolean => read().awaited.includes(id);
export const forgetAwaited = (id: string): void =>
  write(({ awaited }) => ({ awaited: awaited.filter((each) => each !== id) }));

/** What was read of the exports is old. */
export const noteExportChange = (): void => write(({ changes }) => ({ changes: changes + 1 }));

/** Notes how far an export is. */
export const noteProgress = (id: string, { state, rowsWritten, rowsTotal }: Progress): void => {
  const { [id]: known, ...others } = read().progress;
  if (known?.state !== state) noteExportChange();
  write({ progress: isUnderWay(state) ? { ...others, [id]: { state, rowsWritten, rowsTotal } } : others });
};

/** Whether the server has told that it writes the export. */
export const isBeingWritten = (id: string): boolean => read().progress[id]?.state === 'running';

/** Keeps the address of a finished sheet at hand; one that may not be opened is ignored. */
export const noteSheet = (url: unknown): void => {
  const lastSheetUrl = webUrl(url);
  if (lastSheetUrl !== null) write({ lastSheetUrl });
};

let pendingAnswer: Promise<unknown> = Promise.resolve();
/** The answer to a POST follows its notice within milliseconds. */
const answerPatienceMs = 500;

/** Notes the POST that is under way; see `afterAnswer`. */
export const noteAnswer = (answer: Promise<unknown>): void => {
  pendingAnswer = answer;
};

/**
 * Runs `show` once the running POST is answered, or after a moment. The notice of an export's end comes just before that
 * answer: its toast would be covered by the one of the answer, or say the same as that.
 */
export const afterAnswer = (show: () => void): void => {
  const { _id: userId } = readUser();
  const moment = new Promise<void>((resolve) => {
    window.setTimeout(resolve, answerPatienceMs);
  });
  const wait = async (): Promise<void> => {
    await Promise.race([pendingAnswer, moment]);
    if (readUser()._id === userId) show();
  };
  void wait();
};

// Another person, or nobody: what the last one waited for is none of theirs.
useUserStore.subscribe((user, previous) => {
  if (user._id !== previous._id) write(defaults());
});
