import { notify } from '#client/components/toasts/notify.ts';
import { logError } from '#client/lib/log.ts';
import { messages } from '#shared/messages.ts';
import { isExporting, isWriting, useExportsStore } from './exportsStore.ts';

/** Faster exports show no bar. */
const showAfterMs = 1000;

const keepUntilEnd = async (ref: string): Promise<void> => {
  const { ProgressToast } = await import('#client/features/exports/ProgressToast.tsx');
  if (!isWriting(ref)) return;
  const forget = useExportsStore.subscribe(() => {
    if (isWriting(ref)) return;
    forget();
    notify.dismiss(messages.exports.started);
  });
  notify.progress(messages.exports.started, <ProgressToast />);
};

/** Adds a bar to the start message of a long export until its end. Removes the start message of a short export. */
export const showProgress = (ref: string): void => {
  window.setTimeout(() => {
    if (isWriting(ref)) keepUntilEnd(ref).catch(() => logError('The progress of an export could not be shown'));
    else if (!isExporting()) notify.dismiss(messages.exports.started);
  }, showAfterMs);
};
