import type { ReactNode } from 'react';
import { isSessionExpired, messageOf } from '#client/lib/api/ApiError.ts';
import { logError } from '#client/lib/log.ts';
import { toastLimits } from '#shared/limits.ts';

type NotifyOptions = {
  /** A toast replaces the one with the same id. The id defaults to the text, so identical messages do not stack. */
  id?: string;
  /** A button. The toast then stays visible for longer. */
  action?: { label: string; onClick: () => void };
  /** Keeps the toast visible for longer, for a text that explains a change on screen. */
  isLong?: boolean;
  /** Content below the text of a toast that stays until dismissed. */
  body?: ReactNode;
};

/**
 * The library's ids of the toasts on screen. A closing toast has none: the library removes it some frames later, and a
 * new toast with the same id with it.
 */
const shownIds = new Map<string, string>();
let shownCount = 0;

const shownIdOf = (id: string): string => {
  const known = shownIds.get(id);
  if (known !== undefined) return known;
  shownCount += 1;
  const added = `${shownCount} ${id}`;
  shownIds.set(id, added);
  return added;
};

const durationOf = ({ action, body, isLong }: NotifyOptions): number => {
  if (body !== undefined) return Number.POSITIVE_INFINITY;
  return action || isLong ? toastLimits.actionDurationMs : toastLimits.durationMs;
};

const toOptions = (message: string, { id = message, action, body, isLong }: NotifyOptions) => {
  const shownId = shownIdOf(id);
  const forget = (): void => {
    if (shownIds.get(id) === shownId) shownIds.delete(id);
  };
  return {
    id: shownId,
    // Null rather than undefined, or a replacing toast would keep the old button and body.
    action: action ?? null,
    description: body ?? null,
    duration: durationOf({ action, body, isLong }),
    onAutoClose: forget,
    onDismiss: forget,
  };
};

/** Loads the library with the first toast or the `Toaster`, so that no screen waits for it. */
const show = (type: 'success' | 'error' | 'info', message: string, options: NotifyOptions = {}): void => {
  const toastOptions = toOptions(message, options);
  import('sonner').then(
    ({ toast }) => toast[type](message, toastOptions),
    () => logError('A message could not be shown', message),
  );
};

export const notify = {
  success: (message: string, options?: NotifyOptions): void => show('success', message, options),
  error: (message: string, options?: NotifyOptions): void => show('error', message, options),
  info: (message: string, options?: NotifyOptions): void => show('info', message, options),
  /**
   * Shows the server's message about a failed call, else `fallback`. Shows nothing for an expired session, which the
   * app reports itself.
   */
  failure: (error: unknown, fallback: string, options?: NotifyOptions): void => {
    if (!isSessionExpired(error)) notify.error(messageOf(error, fallback), options);
  },
  /** Shows a toast until `dismiss`. Adds the body to a toast with the same text. */
  progress: (message: string, body: ReactNode): void => show('info', message, { body }),
  dismiss: (id: string): void => {
    const shownId = shownIds.get(id);
    if (shownId === undefined) return;
    shownIds.delete(id);
    import('sonner').then(
      ({ toast }) => toast.dismiss(shownId),
      () => logError('A message could not be dismissed', id),
    );
  },
};
