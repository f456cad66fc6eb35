import type { ReactNode } from 'react';
import { isSessionExpired, messageOf } from '#client/lib/api/ApiError.ts';
import { logError } from '#client/lib/log.ts';
import { toastLimits } from '#shared/limits.ts';

type NotifyOptions = {
  /** A toast replaces the one with the same id. By default its text is its id: identical messages do not pile up. */
  id?: string;
  /** A button in the toast, which then stays longer. */
  action?: { label: string; onClick: () => void };
  /** What stands under the text of a toast that stays until it is dismissed. */
  body?: ReactNode;
};

/** A little longer than the library lets a toast fade; news under the same id would be lost with it. */
const fadeMs = 250;
const fading = new Map<string, Promise<void>>();

const markClosing = (id: string): void => {
  const isGone = new Promise<void>((resolve) => {
    setTimeout(resolve, fadeMs);
  });
  fading.set(id, isGone);
  void isGone.then(() => fading.delete(id));
};

const durationOf = ({ action, body }: NotifyOptions): number => {
  if (body !== undefined) return Number.POSITIVE_INFINITY;
  return action ? toastLimits.actionDurationMs : toastLimits.durationMs;
};

const toOptions = (message: string, { id = message, action, body }: NotifyOptions) => ({
  id,
  // Null rather than undefined: a toast that replaces another one would keep that one's button and body.
  action: action ?? null,
  description: body ?? null,
  duration: durationOf({ action, body }),
  onAutoClose: () => markClosing(id),
  onDismiss: () => markClosing(id),
});

/** The library comes with the first message, or a little earlier with the `Toaster`: no screen has to wait for it. */
const show = (type: 'success' | 'error' | 'info', message: string, options: NotifyOptions = {}): void => {
  const toastOptions = toOptions(message, options);
  Promise.all([import('sonner'), fading.get(toastOptions.id)]).then(
    ([{ toast }]) => toast[type](message, toastOptions),
    () => logError('A message could not be shown', message),
  );
};

/** Short messages at the top of the screen. */
export const notify = {
  success: (message: string, options?: NotifyOptions): void => show('success', message, options),
  error: (message: string, options?: NotifyOptions): void => show('error', message, options),
  info: (message: string, options?: NotifyOptions): void => show('info', message, options),
  /** The server's message about a failed call, else `fallback`; silent when the session ended, since the app says that. */
  failure: (error: unknown, fallback: string, options?: NotifyOptions): void => {
    if (!isSessionExpired(error)) notify.error(messageOf(error, fallback), options);
  },
  /** Stays until `dismiss`; a toast with the same text grows by the body. */
  progress: (message: string, body: ReactNode): void => show('info', message, { body }),
  dismiss: (id: string): void => {
    Promise.all([import('sonner'), fading.get(id)]).then(
      ([{ toast }]) => toast.dismiss(id),
      () => logError('A message could not be taken away', id),
    );
  },
};
