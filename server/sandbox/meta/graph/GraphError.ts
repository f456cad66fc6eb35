import type { Response } from 'express';
import { randomBytes } from 'node:crypto';

/** An error in the Graph API's format. Meta: the default status is 400; callers check code and subcode. */
export class GraphError extends Error {
  readonly status: number;
  readonly code: number;
  readonly subcode: number | undefined;
  readonly isTransient: boolean | undefined;
  /** The error word in `WWW-Authenticate`, between platform and message. Only for errors of tokens and codes. */
  readonly challenge: string | undefined;

  constructor(
    code: number,
    message: string,
    more: { status?: number; subcode?: number; isTransient?: boolean; challenge?: string } = {},
  ) {
    super(message);
    this.name = 'GraphError';
    this.code = code;
    this.status = more.status ?? 400;
    this.subcode = more.subcode;
    this.isTransient = more.isTransient;
    this.challenge = more.challenge;
  }
}

/** An invalid or missing parameter, an unknown field, or an impossible date range. */
export const badParameter = (message: string): GraphError => new GraphError(100, `(#100) ${message}`);

/** An object that does not exist or that the token's person did not share. Meta does not distinguish them. */
export const unknownObject = (id: string): GraphError =>
  new GraphError(
    100,
    `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
    { subcode: 33 },
  );

/** A permission that the person declined or removed. */
export const missingPermission = (permission: string): GraphError =>
  new GraphError(200, `(#200) Requires ${permission} permission to manage the object`, { status: 403 });

/** The person may use the app, but not on this account. */
export const noAccountPermission = (): GraphError =>
  new GraphError(200, '(#200) Ad account owner has NOT grant ads_management or ads_read permission', {
    status: 403,
  });

/** A failed exchange of a one-time code. */
export const badCode = (message: string, subcode?: number): GraphError =>
  new GraphError(100, message, { subcode, challenge: 'invalid_code' });

/** An invalid token. Without a subcode, the token never existed. */
export const badToken = (message: string, subcode?: number): GraphError =>
  new GraphError(190, message, { subcode, challenge: 'invalid_token' });

export const sendGraphError = (response: Response, error: GraphError): void => {
  if (error.challenge) {
    response.set('WWW-Authenticate', `OAuth "Facebook Platform" "${error.challenge}" "${error.message}"`);
  }
  response.status(error.status).json({
    error: {
      message: error.message,
      type: 'OAuthException',
      code: error.code,
      error_subcode: error.subcode,
      is_transient: error.isTransient,
      fbtrace_id: `A${randomBytes(16).toString('base64url')}`,
    },
  });
};
