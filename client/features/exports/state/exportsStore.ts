import { create } from 'zustand';
import { notify } from '#client/components/toasts/notify.ts';
import { webUrl } from '#client/lib/webUrl.ts';
import { useUserStore } from '#client/stores/userStore.ts';
import { messages } from '#shared/messages.ts';
import { newExport, reduceExport } from './exportReducer.ts';
import type { ExportEnd, ExportEvent, TrackedExport } from './exportReducer.ts';

type ExportsState = {
  /** By id, or by ref until the server has named the export. */
  exports: Readonly<Record<string, TrackedExport>>;
  /** Ref of the newest export that this tab has started. */
  newestRef: string | null;
  /** Grows whenever an export starts, changes its state or ends, so that open lists reload. */
  changes: number;
  /** Address of the newest finished sheet. */
  lastSheetUrl: string | null;
};

const defaults = (): ExportsState => ({ exports: {}, newestRef: null, changes: 0, lastSheetUrl: null });

export const useExportsStore = create<ExportsState>()(defaults);
const { getState: read, setState: write } = useExportsStore;

const withRef = ({ exports }: ExportsState, ref: string | null): TrackedExport | undefined =>
  ref === null ? undefined : Object.values(exports).find((tracked) => tracked.ref === ref);

/** The newest export that this tab has started, until its end. */
export const followedExport = (state: ExportsState): TrackedExport | undefined => {
  const newest = withRef(state, state.newestRef);
  return newest?.occupies === 'nothing' ? undefined : newest;
};

const isBusy = (state: ExportsState): boolean => followedExport(state)?.occupies === 'button';
export const useIsExporting = (): boolean => useExportsStore(isBusy);
export const isExporting = (): boolean => isBusy(read());
export const isPosting = (): boolean => Object.values(read().exports).some((tracked) => tracked.isPosting);

const readExport = (id: string): TrackedExport | undefined => read().exports[id];
export const readStarted = (ref: string): TrackedExport | undefined => withRef(read(), ref);
export const isAwaited = (id: string): boolean => readExport(id)?.isAwaited === true;
export const readAwaited = (): string[] => Object.keys(read().exports).filter(isAwaited);

/** Whether this export may still write rows. */
export const isWriting = (ref: string): boolean => {
  const followed = followedExport(read());
  return followed?.ref === ref && !followed.isWritten;
};

export const markExportsStale = (): void => write(({ changes }) => ({ changes: changes + 1 }));

/** Keeps the address of a finished sheet; an unsafe address is ignored. */
export const keepSheetUrl = (url: unknown): void => {
  const lastSheetUrl = webUrl(url);
  if (lastSheetUrl !== null) write({ lastSheetUrl });
};

const isStateChange = (before: TrackedExport, event: ExportEvent): boolean =>
  event.type === 'progressed'
    ? event.progress.state !== before.progress?.state
    : event.type === 'answered' || event.type === 'refused' || event.type === 'ended';

/** @param key the id of an export, or its ref */
export const dispatchExport = (key: string, event: ExportEvent): void => {
  const known = readStarted(key) ?? readExport(key);
  const before = known ?? newExport(event.type === 'started' && event.ref === key ? null : key);
  const after = reduceExport(before, event);
  write(({ exports, newestRef, changes }) => ({
    exports: { ...exports, [known?.id ?? key]: after },
    newestRef: event.type === 'started' ? event.ref : newestRef,
    changes: isStateChange(before, event) ? changes + 1 : changes,
  }));
};

/** Moves the export from its ref to its id, and merges it with the state already kept under that id. */
export const identifyExport = (ref: string, id: string): void => {
  const { [ref]: started, ...exports } = read().exports;
  if (started === undefined) return;
  const known = exports[id] ?? newExport(id);
  const { occupies, isPosting: isOpen, isWritten } = started;
  write({ exports: { ...exports, [id]: { ...known, ref, occupies, isPosting: isOpen, isWritten } } });
};

/** A notification without an export id ends the newest export. */
export const leaveNewest = (): void => {
  const { newestRef } = read();
  if (newestRef !== null) dispatchExport(newestRef, { type: 'left' });
};

/** Shows the ends that were held until the response to a POST. */
export const releaseEnds = (): void => {
  for (const [key, { heldEnd }] of Object.entries(read().exports))
    if (heldEnd !== null) dispatchExport(key, { type: 'holdOver' });
};

/** A button that opens the sheet in a new tab; undefined without a usable address. */
const openSheetAction = (value: unknown): { label: string; onClick: () => void } | undefined => {
  const url = webUrl(value);
  if (url === null) return undefined;
  return { label: messages.exports.openSheet, onClick: () => void window.open(url, '_blank', 'noopener,noreferrer') };
};

const showEnd = ({ tone, text, url }: ExportEnd): void => {
  keepSheetUrl(url);
  notify[tone](text, { action: tone === 'success' ? openSheetAction(url) : undefined });
};

// The only place that shows the end of an export.
useExportsStore.subscribe(({ exports }, { exports: previous }) => {
  if (exports === previous) return;
  for (const [key, { shownEnd }] of Object.entries(exports))
    if (shownEnd !== null && shownEnd !== previous[key]?.shownEnd) showEnd(shownEnd);
});

// The next user must not see exports of the previous user.
useUserStore.subscribe((user, previous) => {
  if (user._id !== previous._id) write(defaults());
});
