import { create } from 'zustand';
import { webUrl } from '#client/lib/webUrl.ts';
import { useUserStore } from '#client/stores/userStore.ts';
import type { PlatformId } from '#shared/platforms.ts';

type AwaitedExport = { id: string; platform: PlatformId };

type ExportsState = {
  /** Ref of the export that the person waits for; outlives the screen it was started on. */
  runningRef: string | null;
  /** Exports that the server still writes; asked for after a lost connection. */
  awaited: readonly AwaitedExport[];
  /** Address of the newest sheet that is ready. */
  lastSheetUrl: string | null;
};

const defaults = (): ExportsState => ({ runningRef: null, awaited: [], lastSheetUrl: null });

export const useExportsStore = create<ExportsState>()(defaults);

/** Ids of announcements that were shown: the server may deliver one twice. */
const shown = new Set<string>();
/** The answer to a POST follows its notice within milliseconds. */
const answerPatienceMs = 500;
/** More than any server keeps in flight. */
const shownLimit = 500;

export const useIsExporting = (): boolean => useExportsStore((exports) => exports.runningRef !== null);
export const isExporting = (): boolean => useExportsStore.getState().runningRef !== null;

export const beginExport = (ref: string): void => useExportsStore.setState({ runningRef: ref });

/** Ends the running export; with a `ref` only that one, since another may have begun meanwhile. */
export const endExport = (ref?: string): void => {
  if (ref === undefined || useExportsStore.getState().runningRef === ref)
    useExportsStore.setState({ runningRef: null });
};

export const awaitExport = (awaited: AwaitedExport): void =>
  useExportsStore.setState((exports) => ({ awaited: [...exports.awaited, awaited] }));

export const readAwaited = (): readonly AwaitedExport[] => useExportsStore.getState().awaited;

/** Keeps the address of a finished sheet at hand; one that may not be opened is ignored. */
export const noteSheet = (url: unknown): void => {
  const lastSheetUrl = webUrl(url);
  if (lastSheetUrl !== null) useExportsStore.setState({ lastSheetUrl });
};

const forgetAwaited = (id: string): void =>
  useExportsStore.setState((exports) => ({ awaited: exports.awaited.filter((entry) => entry.id !== id) }));

/** What tells two announcements apart; either id may be missing. */
type AnnouncementIds = { notificationId: string | null; exportId: string | null };

/**
 * Takes an announcement of an export's end.
 *
 * @returns false when the same one was taken before
 */
export const takeAnnouncement = ({ notificationId, exportId }: AnnouncementIds): boolean => {
  const keys = [notificationId && `notification:${notificationId}`, exportId && `export:${exportId}`].filter(
    (key) => key !== null,
  );
  const isNew = !keys.some((key) => shown.has(key));
  for (const key of keys) shown.add(key);
  for (const key of [...shown].slice(0, Math.max(0, shown.size - shownLimit))) shown.delete(key);
  if (exportId !== null) forgetAwaited(exportId);
  return isNew;
};

let pendingAnswer: Promise<unknown> = Promise.resolve();

/** Notes the POST that is under way; see `afterAnswer`. */
export const noteAnswer = (answer: Promise<unknown>): void => {
  pendingAnswer = answer;
};

/**
 * Runs `show` once the running POST is answered, or after a moment. The notice of a finished sheet comes just before that
 * answer, whose toast would then cover the one with the button.
 */
export const afterAnswer = (show: () => void): void => {
  const moment = new Promise<void>((resolve) => {
    window.setTimeout(resolve, answerPatienceMs);
  });
  void Promise.race([pendingAnswer, moment]).then(show);
};

export const wasAnnounced = (exportId: string): boolean => shown.has(`export:${exportId}`);

export const resetExports = (): void => {
  shown.clear();
  useExportsStore.setState(defaults());
};

// Another person, or nobody: what the last one waited for is none of theirs.
useUserStore.subscribe((user, previous) => {
  if (user._id !== previous._id) resetExports();
});
