import type { ErrorCode } from '#shared/errorCodes.ts';
import type { ProviderOutcome } from '#server/providers/ProviderError.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { AppError } from './errors.ts';

/**
 * What to do about a failure:
 * - `reconnect`: the grant was refused; the person has to consent again
 * - `permit`: the grant is valid; the person has to allow more
 * - `set-up`: the person has to connect the platform, or the operator has to configure it
 * - `wait`: no capacity now
 * - `retry`: a temporary fault
 * - `give-up`: another attempt would fail the same way
 * - `mend`: an internal fault, for the log
 */
type Verdict = 'reconnect' | 'permit' | 'set-up' | 'wait' | 'retry' | 'give-up' | 'mend';

/** The outcome of a failed platform call, or an error code given or stored. */
type FailureKind = ProviderOutcome | ErrorCode;

/** The only place that decides it. The compiler requires every kind of failure. */
const verdicts: Readonly<Record<FailureKind, Verdict>> = {
  reconnect: 'reconnect',
  'token-rejected': 'reconnect',
  'scope-missing': 'permit',
  account: 'give-up',
  gone: 'give-up',
  wait: 'wait',
  retry: 'retry',
  split: 'give-up',
  fail: 'give-up',

  RECONNECT_NEEDED: 'reconnect',
  SCOPE_MISSING: 'permit',
  NOT_CONNECTED: 'set-up',
  NOT_CONFIGURED: 'set-up',
  PLATFORM_THROTTLED: 'wait',
  STORAGE_FULL: 'wait',
  TOO_MANY_ATTEMPTS: 'wait',
  TOO_MANY_READS: 'wait',
  UNAVAILABLE: 'wait',
  PLATFORM_FAILED: 'retry',
  UNEXPECTED: 'mend',
  VALIDATION: 'give-up',
  SESSION_EXPIRED: 'give-up',
  INVALID_CREDENTIALS: 'give-up',
  INVALID_CODE: 'give-up',
  EMAIL_TAKEN: 'give-up',
  REGISTRATION_CLOSED: 'give-up',
  GOOGLE_TOKEN_REFUSED: 'give-up',
  FOREIGN_ACCOUNT: 'give-up',
  OAUTH_STATE_INVALID: 'give-up',
  OAUTH_DENIED: 'give-up',
  NOTHING_TO_EXPORT: 'give-up',
  EXPORT_TOO_LARGE: 'give-up',
  EXPORT_ENDED: 'give-up',
  IMPORT_TOO_LARGE: 'give-up',
  SHEET_NOT_SHARED: 'give-up',
  SHEET_NOT_FOUND: 'give-up',
  SHEET_CLAIMED: 'give-up',
  SHEET_CODE_MISSING: 'give-up',
  SHEET_IN_SYNC: 'give-up',
  SHEET_UNREADABLE: 'give-up',
  TOO_MANY_RECORDS: 'give-up',
  CHANGED_MEANWHILE: 'give-up',
  STATUS_IN_USE: 'give-up',
  LEAD_MERGED: 'give-up',
  WORKSPACE_CHANGED: 'give-up',
  LAST_OWNER: 'give-up',
  INVITATION_INVALID: 'give-up',
  NOTHING_TO_UNDO: 'give-up',
  UNDO_EXPIRED: 'give-up',
  WEBHOOK_REFUSED: 'give-up',
  IDEMPOTENCY_KEY_REUSED: 'give-up',
  BODY_TOO_LARGE: 'give-up',
  BAD_JSON: 'give-up',
  NOT_FOUND: 'give-up',
  FORBIDDEN: 'give-up',
};

export const verdictOn = (kind: FailureKind): Verdict => verdicts[kind];

export const verdictOf = (error: unknown): Verdict => {
  if (error instanceof ProviderError) return verdictOn(error.outcome);
  return error instanceof AppError ? verdictOn(error.code) : 'mend';
};

/** Nothing changes until a person grants, allows or sets up something. */
export const needsPerson = (verdict: Verdict): boolean =>
  verdict === 'reconnect' || verdict === 'permit' || verdict === 'set-up';

export const isTransient = (verdict: Verdict): boolean => verdict === 'wait' || verdict === 'retry';
