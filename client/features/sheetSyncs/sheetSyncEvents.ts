import { notify } from '#client/components/notify.ts';

const messageIn = (payload: unknown): string | null => {
  const message: unknown = typeof payload === 'object' && payload !== null ? Reflect.get(payload, 'message') : null;
  return typeof message === 'string' && message !== '' ? message : null;
};

/** A sheet could not be synchronised for the first time. */
export const handleSheetSyncFailed = (payload: unknown): void => {
  const message = messageIn(payload);
  if (message !== null) notify.error(message);
};

/** It works again. */
export const handleSheetSyncRecovered = (payload: unknown): void => {
  const message = messageIn(payload);
  if (message !== null) notify.success(message);
};
