import type { ErrorCode } from '#shared/errorCodes.ts';
import { toAppError } from '#server/lib/failures/toAppError.ts';
import { AppError } from '#server/lib/failures/errors.ts';
import { needsPerson, verdictOf } from '#server/lib/failures/verdicts.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import type { LeadReadRow } from './leadReads.store.ts';

/** A problem that kept a read from being complete. */
export type ReadProblem = { code: ErrorCode; text: string; retryAfterMs: number | null };

export const toReadProblem = (error: unknown): ReadProblem => {
  const { code, userMessage } = toAppError(error);
  const retryAfterMs = error instanceof ProviderError && error.outcome === 'wait' ? (error.retryAfterMs ?? null) : null;
  return { code, text: userMessage, retryAfterMs };
};

/** Whether a failure concerns only one Page or form, unlike a lost grant, a missing permission or a bug. */
export const concernsPartOnly = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && !needsPerson(verdictOf(error));

const statuses: Partial<Record<ErrorCode, number>> = {
  NOT_CONNECTED: 403,
  RECONNECT_NEEDED: 409,
  SCOPE_MISSING: 409,
  PLATFORM_THROTTLED: 429,
  PLATFORM_FAILED: 502,
  NOT_CONFIGURED: 503,
};

/** The stored problem of the last read, as an error for a call that has no leads to return. */
export const problemOf = ({ problem, problemCode }: LeadReadRow): AppError | null => {
  if (problem === null || problemCode === null) return null;
  return new AppError(statuses[problemCode] ?? 500, problemCode, problem);
};
