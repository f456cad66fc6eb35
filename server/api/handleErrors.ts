import type { ErrorRequestHandler, RequestHandler } from 'express';
import { notFound } from '#server/lib/failures/errors.ts';
import type { AppError } from '#server/lib/failures/errors.ts';
import { toAppError } from '#server/lib/failures/toAppError.ts';

/** A failure in the form that people and programs receive. */
export const presentFailure = (failure: AppError, messageAlias?: unknown): Record<string, unknown> => ({
  ...failure.details,
  success: false,
  message: failure.userMessage,
  ...(typeof messageAlias === 'string' ? { [messageAlias]: failure.userMessage } : {}),
  code: failure.code,
});

/**
 * The only place that turns failures into answers: `{success: false, message, code}`, without stack or provider text.
 */
export const handleErrors: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (response.destroyed) {
    // The client disconnected and its work was canceled. This is not a fault, and nobody receives an answer.
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
