import type { ErrorCode } from '#shared/errorCodes.ts';
import { messages } from '#shared/messages.ts';
import { AppError } from '#server/lib/failures/errors.ts';
import type { ExportRow } from './exports.store.ts';

export const nothingToExport = (): AppError => new AppError(400, 'NOTHING_TO_EXPORT', messages.exports.nothingToExport);

/** `figure` gives the actual and the allowed amount, e.g. `60,000 rows, at most 50,000`. */
export const exportTooLarge = (figure: string): AppError =>
  new AppError(413, 'EXPORT_TOO_LARGE', messages.exports.tooLarge(figure));

export const sheetsNotGranted = (): AppError => new AppError(403, 'NOT_CONNECTED', messages.exports.googleNotConnected);

export const tooManyExports = (): AppError =>
  new AppError(429, 'TOO_MANY_ATTEMPTS', messages.exports.tooMany, { retryAfterSeconds: 30 });

/** The worker is gone. Neither the user nor Google caused this. */
export const givenUp = (): AppError => new AppError(500, 'UNEXPECTED', messages.exports.abandoned);

/** The request does not fit the state of the export. */
export const exportEnded = (message: string): AppError => new AppError(409, 'EXPORT_ENDED', message);

/** HTTP status for each error code of a failed export. Any other code is a platform failure. */
const statuses: Partial<Record<ErrorCode, number>> = {
  VALIDATION: 400,
  NOTHING_TO_EXPORT: 400,
  NOT_CONNECTED: 403,
  FOREIGN_ACCOUNT: 403,
  RECONNECT_NEEDED: 409,
  SCOPE_MISSING: 409,
  EXPORT_TOO_LARGE: 413,
  PLATFORM_THROTTLED: 429,
  NOT_CONFIGURED: 503,
};

/** Google's quota is per minute. */
const throttledSeconds = 60;

/** Converts a failed export to the error for the waiting request. */
export const explainEnd = ({ state, code, error }: Pick<ExportRow, 'state' | 'code' | 'error'>): AppError => {
  if (state === 'cancelled') return exportEnded(messages.exports.cancelled);
  const reason = error ?? messages.exports.unknownError;
  const status = code === null ? undefined : statuses[code];
  if (code === null || status === undefined) return new AppError(502, 'PLATFORM_FAILED', reason);
  return new AppError(status, code, reason, status === 429 ? { retryAfterSeconds: throttledSeconds } : {});
};
