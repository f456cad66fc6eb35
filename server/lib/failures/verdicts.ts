import type { ErrorCode } from '#shared/errorCodes.ts';
import type { ProviderOutcome } from '#server/providers/ProviderError.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { AppError } from './errors.ts';

/**
 * What a failure asks for:
 * - `reconnect`: the grant is refused, the person has to consent again
 * - `permit`: the grant lives, the person has to allow more
 * - `set-up`: the person has to connect the platform first, or the operator has to configure it
 * - `wait`: there is no room for it now
 * - `retry`: a fault that passes
 * - `give-up`: another try ends alike
 * - `mend`: a fault of ours, for the log
 */
type Verdict = 'reconnect' | 'permit' | 'set-up' | 'wait' | 'retry' | 'give-up' | 'mend';

/** A failed call to a platform, or a failure that was given or stored as a code. */
type FailureKind = ProviderOutcome | ErrorCode;

/** The one place that decides it. The compiler asks for every kind of failure. */
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

/** Nothing changes until somebody grants, allows or sets up something. */
export const needsPerson = (verdict: Verdict): boolean =>
  verdict === 'reconnect' || verdict === 'permit' || verdict === 'set-up';

export const healsByItself = (verdict: Verdict): boolean => verdict === 'wait' || verdict === 'retry';
