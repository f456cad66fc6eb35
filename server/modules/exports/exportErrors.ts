import { messages } from '#shared/messages.ts';
import { AppError } from '#server/lib/errors.ts';

export const nothingToExport = (): AppError => new AppError(400, 'NOTHING_TO_EXPORT', messages.exports.nothingToExport);

/** `figure` tells what there is and what fits, e.g. `60,000 rows, at most 50,000`. */
export const exportTooLarge = (figure: string): AppError =>
  new AppError(413, 'EXPORT_TOO_LARGE', messages.exports.tooLarge(figure));

export const sheetsNotGranted = (): AppError => new AppError(403, 'NOT_CONNECTED', messages.exports.googleNotConnected);

export const tooManyExports = (): AppError =>
  new AppError(429, 'TOO_MANY_ATTEMPTS', messages.exports.tooMany, { retryAfterSeconds: 30 });

/** The reason that a finished run left behind, as an answer. */
export const exportFailed = (reason: string): AppError => new AppError(502, 'PLATFORM_FAILED', reason);
