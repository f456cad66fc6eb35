import { notify } from '#client/components/notify.ts';
import { logError } from '#client/lib/log.ts';
import { messages } from '#shared/messages.ts';
import { isFollowed, useExportsStore } from './exportsStore.ts';

/** An export that is ready sooner shows no bar at all. */
const showAfterMs = 1000;

const keepUntilEnd = async (ref: string): Promise<void> => {
  const { ProgressToast } = await import('./ProgressToast.tsx');
  if (!isFollowed(ref)) return;
  const forget = useExportsStore.subscribe(() => {
    if (isFollowed(ref)) return;
    forget();
    notify.dismiss(messages.exports.started);
  });
  notify.progress(messages.exports.started, <ProgressToast />);
};

/** Makes the message about the begin of an export stay until the end, with a bar, should the export take long. */
export const showProgress = (ref: string): void => {
  window.setTimeout(() => {
    if (isFollowed(ref)) keepUntilEnd(ref).catch(() => logError('The progress of an export could not be shown'));
  }, showAfterMs);
};
