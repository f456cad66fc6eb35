import type { Response } from 'express';

/** google.rpc status names with their HTTP status. */
const httpStatus = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
} as const;

export type RpcStatus = keyof typeof httpStatus;

/** A refusal in the common format of Google's JSON APIs. Handlers throw it, and `sendApiError` sends it. */
export class GoogleApiError extends Error {
  readonly status: RpcStatus;
  readonly details: readonly object[];

  constructor(status: RpcStatus, message: string, details: readonly object[] = []) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

export const invalidArgument = (message: string): GoogleApiError => new GoogleApiError('INVALID_ARGUMENT', message);

/** Sends the error body. Only `googleAds:searchStream` wraps errors in an array. */
export const sendApiError = (response: Response, error: GoogleApiError, wrapInArray = false): void => {
  const code = httpStatus[error.status];
  if (code === 401) {
    response.set('WWW-Authenticate', 'Bearer realm="https://accounts.google.com/", error="invalid_token"');
  }
  const body = {
    error: {
      code,
      message: error.message,
      status: error.status,
      ...(error.details.length > 0 && { details: error.details }),
    },
  };
  response.status(code).json(wrapInArray ? [body] : body);
};

export const unauthenticated = (): GoogleApiError =>
  new GoogleApiError(
    'UNAUTHENTICATED',
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid ' +
      'authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
  );

export const insufficientScopes = (service: string): GoogleApiError =>
  new GoogleApiError('PERMISSION_DENIED', 'Request had insufficient authentication scopes.', [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
      domain: 'googleapis.com',
      metadata: { service },
    },
  ]);
