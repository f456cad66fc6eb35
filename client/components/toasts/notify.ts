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

/** Slightly longer than the library's fade-out, during which it would drop a toast with the same id. */
const fadeMs = 250;
const fading = new Map<string, Promise<void>>();

const markClosing = (id: string): void => {
  const isGone = new Promise<void>((resolve) => {
    setTimeout(resolve, fadeMs);
  });
  fading.set(id, isGone);
  void isGone.then(() => fading.delete(id));
};

const durationOf = ({ action, body, isLong }: NotifyOptions): number => {
  if (body !== undefined) return Number.POSITIVE_INFINITY;
  return action || isLong ? toastLimits.actionDurationMs : toastLimits.durationMs;
};

const toOptions = (message: string, { id = message, action, body, isLong }: NotifyOptions) => ({
  id,
  // Null rather than undefined, or a replacing toast would keep the old button and body.
  action: action ?? null,
  description: body ?? null,
  duration: durationOf({ action, body, isLong }),
  onAutoClose: () => markClosing(id),
  onDismiss: () => markClosing(id),
});

/** Loads the library with the first toast or the `Toaster`, so that no screen waits for it. */
const show = (type: 'success' | 'error' | 'info', message: string, options: NotifyOptions = {}): void => {
  const toastOptions = toOptions(message, options);
  Promise.all([import('sonner'), fading.get(toastOptions.id)]).then(
    ([{ toast }]) => toast[type](message, toastOptions),
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
    Promise.all([import('sonner'), fading.get(id)]).then(
      ([{ toast }]) => toast.dismiss(id),
      () => logError('A message could not be dismissed', id),
    );
  },
};
