/**
 * Every `code` an error answer can carry; docs/ERRORS.md describes each. Clients branch on the code, people read the
 * message.
 */
export const errorCodes = [
  'VALIDATION',
  'SESSION_EXPIRED',
  'INVALID_CREDENTIALS',
  'INVALID_CODE',
  'EMAIL_TAKEN',
  'GOOGLE_TOKEN_REFUSED',
  'TOO_MANY_ATTEMPTS',
  'NOT_CONFIGURED',
  'NOT_CONNECTED',
  'RECONNECT_NEEDED',
  'FOREIGN_ACCOUNT',
  'OAUTH_STATE_INVALID',
  'OAUTH_DENIED',
  'SCOPE_MISSING',
  'PLATFORM_FAILED',
  'PLATFORM_THROTTLED',
  'NOTHING_TO_EXPORT',
  'EXPORT_TOO_LARGE',
  'EXPORT_ENDED',
  'IMPORT_TOO_LARGE',
  'SHEET_NOT_SHARED',
  'SHEET_NOT_FOUND',
  'SHEET_CLAIMED',
  'SHEET_UNREADABLE',
  'TOO_MANY_RECORDS',
  'WEBHOOK_REFUSED',
  'IDEMPOTENCY_KEY_REUSED',
  'STORAGE_FULL',
  'BODY_TOO_LARGE',
  'BAD_JSON',
  'NOT_FOUND',
  'FORBIDDEN',
  'UNAVAILABLE',
  'UNEXPECTED',
] as const;

export type ErrorCode = (typeof errorCodes)[number];
