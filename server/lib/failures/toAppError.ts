import { messages } from '#shared/messages.ts';
import { isDatabaseAway, isDatabaseOutage, isPoolBusy } from '#server/database/connection/isDatabaseAway.ts';
import { isDatabaseReadOnly, isStorageFull } from '#server/database/connection/isStorageFull.ts';
import { storageFull } from '#server/lib/storage.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { AppError, platformFailed, platformThrottled, reconnectNeeded } from './errors.ts';

/** Errors of body-parser carry a type; the rest of express gives a status. */
type HttpFault = { type?: string; status?: number; expose?: boolean };

const fromHttpFault = ({ type, status }: HttpFault): AppError | null => {
  if (type === 'entity.too.large') return new AppError(413, 'BODY_TOO_LARGE', messages.server.bodyTooLarge);
  if (type === 'entity.parse.failed') return new AppError(400, 'BAD_JSON', messages.server.badJson);
  if (status === 415) return new AppError(415, 'VALIDATION', messages.validation.plainJson);
  if (status !== undefined && status >= 400 && status < 500)
    return new AppError(status, 'VALIDATION', messages.validation.invalidRequest);
  return null;
};

/** A platform's failure never becomes a 401: that would sign the person out of Leadlight. */
export const fromProviderError = (error: ProviderError): AppError => {
  switch (error.outcome) {
    case 'reconnect':
    case 'token-rejected':
      return reconnectNeeded(error.platform, error.userMessage, error);
    case 'scope-missing':
      return new AppError(409, 'SCOPE_MISSING', error.userMessage, { cause: error });
    case 'wait':
      return platformThrottled(
        error.userMessage,
        error.retryAfterMs === undefined ? undefined : Math.ceil(error.retryAfterMs / 1000),
        error,
      );
    case 'account':
    case 'gone':
    case 'retry':
    case 'split':
    case 'fail':
      return platformFailed(error.platform, error.userMessage, error);
    default:
      return error.outcome satisfies never;
  }
};

/** Seconds that a restarting database needs to return. */
const databaseRetrySeconds = 2;

/** An operator has to act first. */
const readOnlyRetrySeconds = 30;

/** A slow statement, a deadlock, or a lack of connections means that the database is busy, not away. */
const textFor = (error: unknown): string =>
  isDatabaseOutage(error) && !isPoolBusy(error) ? messages.server.databaseAway : messages.server.busy;

/** Converts any failure to an error with a code and a text for people. */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  if (error instanceof ProviderError) return fromProviderError(error);
  if (isStorageFull(error)) return storageFull(error);
  if (isDatabaseReadOnly(error))
    return new AppError(503, 'UNAVAILABLE', messages.server.databaseReadOnly, {
      cause: error,
      retryAfterSeconds: readOnlyRetrySeconds,
    });
  if (isDatabaseAway(error))
    return new AppError(503, 'UNAVAILABLE', textFor(error), {
      cause: error,
      retryAfterSeconds: databaseRetrySeconds,
    });
  const fault = typeof error === 'object' && error !== null ? fromHttpFault(error) : null;
  return fault ?? new AppError(500, 'UNEXPECTED', messages.server.unexpected, { cause: error });
};
