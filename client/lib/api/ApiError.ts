import type { ErrorCode } from '#shared/errorCodes.ts';

type ApiErrorOptions = {
  status: number;
  code?: string | null;
  serverMessage?: string | null;
  body?: unknown;
  cause?: unknown;
};

/**
 * A call that did not end in 200 to 299. `status` is 0 when no response came. `serverMessage` is the text for the person,
 * null when the answer had none; `message` is for the log.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | (string & {}) | null;
  readonly serverMessage: string | null;
  readonly body: unknown;

  constructor(message: string, { status, code = null, serverMessage = null, body = null, cause }: ApiErrorOptions) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.serverMessage = serverMessage;
    this.body = body;
  }
}

/** What to tell a person about a failure: the server's message if there is one, else `fallback`. */
export const messageOf = (error: unknown, fallback: string): string =>
  (error instanceof ApiError ? error.serverMessage : null) ?? fallback;

/** True when the session was refused: the app signs out and says so by itself, a second message would be noise. */
export const isSessionExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'SESSION_EXPIRED';
