import type { ErrorCode } from '#shared/errorCodes.ts';

type ApiErrorOptions = {
  status: number;
  code?: string | null;
  serverMessage?: string | null;
  body?: unknown;
  retryAfterSeconds?: number | null;
  cause?: unknown;
};

/**
 * A call that did not end with a status from 200 to 299. `status` is 0 without a response. `serverMessage` is the text
 * to show, or null. `message` is for the log.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | (string & {}) | null;
  readonly serverMessage: string | null;
  readonly body: unknown;
  /** From the response's `Retry-After`. */
  readonly retryAfterSeconds: number | null;

  constructor(
    message: string,
    { status, code = null, serverMessage = null, body = null, retryAfterSeconds = null, cause }: ApiErrorOptions,
  ) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.serverMessage = serverMessage;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The server's message about a failure, else `fallback`. */
export const messageOf = (error: unknown, fallback: string): string =>
  (error instanceof ApiError ? error.serverMessage : null) ?? fallback;

/** The app itself signs out and reports an expired session, so callers should show no second message. */
export const isSessionExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'SESSION_EXPIRED';
