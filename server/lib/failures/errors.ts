import type { ErrorCode } from '#shared/errorCodes.ts';
import { messages } from '#shared/messages.ts';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';

type AppErrorOptions = { cause?: unknown; retryAfterSeconds?: number; details?: Record<string, unknown> };

/**
 * A failure with two texts: `userMessage` is for the person, `message` (with `cause`) is for the log. Any other error
 * becomes a generic 500 at the edge of the API.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly userMessage: string;
  readonly retryAfterSeconds: number | undefined;
  /** Additional fields of the answer, e.g. the failing fields of a form. */
  readonly details: Record<string, unknown> | undefined;

  constructor(status: number, code: ErrorCode, userMessage: string, options: AppErrorOptions = {}) {
    super(userMessage, { cause: options.cause });
    this.status = status;
    this.code = code;
    this.userMessage = userMessage;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.details = options.details;
  }
}

export const validationError = (message: string, fields?: Record<string, string>): AppError =>
  new AppError(400, 'VALIDATION', message, fields ? { details: { fields } } : {});

export const sessionExpired = (): AppError => new AppError(401, 'SESSION_EXPIRED', messages.auth.sessionExpired);

export const invalidCredentials = (): AppError =>
  new AppError(401, 'INVALID_CREDENTIALS', messages.auth.invalidCredentials);

export const accountBlocked = (): AppError => new AppError(403, 'FORBIDDEN', messages.auth.blocked);

export const emailTaken = (): AppError => new AppError(409, 'EMAIL_TAKEN', messages.auth.emailTaken);

export const invalidCode = (): AppError => new AppError(400, 'INVALID_CODE', messages.auth.invalidCode);

/** `reason` goes to the log: what was wrong with the credential, without any of its content. */
export const googleRefused = (reason: string): AppError =>
  new AppError(401, 'GOOGLE_TOKEN_REFUSED', messages.auth.googleRefused, { cause: new Error(reason) });

export const ownersOnly = (): AppError => new AppError(403, 'FORBIDDEN', messages.workspaces.ownersOnly);

export const noLongerMember = (): AppError => new AppError(403, 'FORBIDDEN', messages.workspaces.noLongerMember);

export const workspaceChanged = (): AppError =>
  new AppError(409, 'WORKSPACE_CHANGED', messages.workspaces.changedMeanwhile);

export const serverBusy = (retryAfterSeconds: number): AppError =>
  new AppError(503, 'UNAVAILABLE', messages.server.busy, { retryAfterSeconds });

export const tooManyAttempts = (retryAfterSeconds: number): AppError =>
  new AppError(429, 'TOO_MANY_ATTEMPTS', messages.auth.tooManyAttempts, { retryAfterSeconds });

export const tooManyReads = (retryAfterSeconds: number): AppError =>
  new AppError(429, 'TOO_MANY_READS', messages.server.tooManyReads, { retryAfterSeconds });

export const notFound = (message: string = messages.server.notFound): AppError =>
  new AppError(404, 'NOT_FOUND', message);

export const notConfigured = (message: string): AppError => new AppError(503, 'NOT_CONFIGURED', message);

export const notConnected = (platform: PlatformId): AppError =>
  new AppError(403, 'NOT_CONNECTED', messages.connections.notConnected(platform));

export const reconnectNeeded = (platform: PlatformId, reason?: string, cause?: unknown): AppError =>
  new AppError(409, 'RECONNECT_NEEDED', reason ?? messages.connections.reconnect(platform), { cause });

export const platformThrottled = (reason: string, retryAfterSeconds?: number, cause?: unknown): AppError =>
  new AppError(429, 'PLATFORM_THROTTLED', reason, {
    cause,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });

export const platformFailed = (platform: PlatformId, reason?: string, cause?: unknown): AppError =>
  new AppError(502, 'PLATFORM_FAILED', reason ?? `${platformNames[platform]} could not answer. Please try again.`, {
    cause,
  });
