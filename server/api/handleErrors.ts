import type { ErrorRequestHandler, RequestHandler } from 'express';
import { messages } from '#shared/messages.ts';
import { isDatabaseAway } from '#server/database/connection/isDatabaseAway.ts';
import { isStorageFull } from '#server/database/connection/isStorageFull.ts';
import { AppError, notFound, platformFailed, platformThrottled, reconnectNeeded } from '#server/lib/failures/errors.ts';
import { storageFull } from '#server/lib/storage.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';

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

/** A platform's failure is never passed on as 401: that would sign the person out of Leadlight. */
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

/** Seconds in which a database is back that was restarted. */
const databaseRetrySeconds = 2;

export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  if (error instanceof ProviderError) return fromProviderError(error);
  if (isStorageFull(error)) return storageFull(error);
  if (isDatabaseAway(error))
    return new AppError(503, 'UNAVAILABLE', messages.server.busy, {
      cause: error,
      retryAfterSeconds: databaseRetrySeconds,
    });
  const fault = typeof error === 'object' && error !== null ? fromHttpFault(error) : null;
  return fault ?? new AppError(500, 'UNEXPECTED', messages.server.unexpected, { cause: error });
};

/** A failure as people and programs are given it. */
export const presentFailure = (failure: AppError, messageAlias?: unknown): Record<string, unknown> => ({
  ...failure.details,
  success: false,
  message: failure.userMessage,
  ...(typeof messageAlias === 'string' ? { [messageAlias]: failure.userMessage } : {}),
  code: failure.code,
});

/** The one place where failures become answers: `{success: false, message, code}`, without stack or provider text. */
export const handleErrors: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (response.destroyed) {
    // The client went away, and what was done for it was ended: nobody is there to be answered, and nothing is wrong.
    request.log.debug({ area: 'api' }, 'the client went away');
    return;
  }
  const failure = toAppError(error);
  const line = {
    area: 'api',
    code: failure.code,
    status: failure.status,
    err: failure.cause ?? (failure.status >= 500 ? error : undefined),
  };
  if (failure.status >= 500) request.log.error(line, failure.message);
  else request.log.info(line, failure.message);
  if (response.headersSent) return next(error);
  if (failure.retryAfterSeconds !== undefined) response.set('Retry-After', String(failure.retryAfterSeconds));
  response.status(failure.status).json(presentFailure(failure, response.locals['messageAlias']));
};

export const handleNotFound: RequestHandler = () => {
  throw notFound();
};
