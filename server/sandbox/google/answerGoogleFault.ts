import type { Request, Response } from 'express';
import { html } from '../pages/html.ts';
import { bearerToken, bodyText } from '../support/http.ts';
import { sendPage } from '../pages/page.ts';
import type { AnswerFault, AnsweredFaultKind, Fault } from '../faults.ts';
import { adsError } from './ads/adsError.ts';
import { sendAdsError } from './ads/adsRoutes.ts';
import { GoogleApiError, insufficientScopes, sendApiError, unauthenticated } from './apiError.ts';
import type { GrantStore } from './oauth/grantStore.ts';
import { quotaExceeded } from './sheets/quota.ts';

const adsQuotaFault = (retryAfterSeconds: number | undefined): GoogleApiError => {
  if (retryAfterSeconds === undefined) {
    return adsError('RESOURCE_EXHAUSTED', 'quotaError', 'RESOURCE_TEMPORARILY_EXHAUSTED', 'Too many requests.');
  }
  return adsError(
    'RESOURCE_EXHAUSTED',
    'quotaError',
    'RESOURCE_EXHAUSTED',
    `Too many requests. Retry in ${retryAfterSeconds} seconds.`,
    {
      quotaErrorDetails: {
        rateScope: 'DEVELOPER',
        rateName: 'Number of operations for explorer access',
        retryDelay: `${retryAfterSeconds}s`,
      },
    },
  );
};

const adsFault = (kind: AnsweredFaultKind, fault: Fault): GoogleApiError => {
  switch (kind) {
    case '429':
      return adsQuotaFault(fault.retryAfterSeconds);
    case '500':
      return adsError('INTERNAL', 'internalError', 'TRANSIENT_ERROR', 'A transient internal error has occurred.');
    case 'expired-token':
    case 'revoked':
      return unauthenticated();
    case 'missing-scope':
      return insufficientScopes('googleads.googleapis.com');
    case 'permission':
      return adsError(
        'PERMISSION_DENIED',
        'authorizationError',
        'USER_PERMISSION_DENIED',
        "User doesn't have permission to access customer.",
      );
    default:
      return kind satisfies never;
  }
};

const sheetsFault = (kind: AnsweredFaultKind, request: Request): GoogleApiError => {
  switch (kind) {
    case '429':
      return quotaExceeded(request.method === 'GET' ? 'read' : 'write', 60);
    case '500':
      return new GoogleApiError('INTERNAL', 'Internal error encountered.');
    case 'expired-token':
    case 'revoked':
      return unauthenticated();
    case 'missing-scope':
      return insufficientScopes('sheets.googleapis.com');
    case 'permission':
      return new GoogleApiError('PERMISSION_DENIED', 'The caller does not have permission');
    default:
      return kind satisfies never;
  }
};

const answerTokenFault = (kind: AnsweredFaultKind, grants: GrantStore, request: Request, response: Response): void => {
  const grant = grants.byRefreshToken(bodyText(request, 'refresh_token') ?? '');
  if (kind === 'revoked' && grant) grants.revoke(grant);
  const bodies = {
    '429': { status: 429, error: 'rate_limit_exceeded', description: 'Too many requests.' },
    '500': { status: 500, error: 'internal_failure', description: 'Backend Error' },
    'expired-token': { status: 400, error: 'invalid_grant', description: 'Token has been expired or revoked.' },
    revoked: { status: 400, error: 'invalid_grant', description: 'Token has been expired or revoked.' },
    'missing-scope': { status: 400, error: 'invalid_scope', description: 'Some requested scopes were invalid.' },
    permission: { status: 403, error: 'access_denied', description: 'Account restricted' },
  } as const satisfies Record<AnsweredFaultKind, object>;
  const { status, error, description } = bodies[kind];
  response.status(status).json({ error, error_description: description });
};

const answerPageFault = (kind: AnsweredFaultKind, response: Response): void => {
  const status = { '429': 429, '500': 500, 'expired-token': 401, revoked: 401, 'missing-scope': 403, permission: 403 }[
    kind
  ];
  sendPage(response, {
    title: 'Sorry',
    simulated: 'Google',
    status,
    body: html`<h1>Sorry, unable to open the file at this time.</h1>
      <p class="soft">Error ${status}</p>`,
  });
};

/**
 * Answers an ordered fault in the format of the called Google API. `expired-token` also ends the call's access token, and
 * `revoked` the whole grant, so that the following refresh gets a consistent response.
 */
export const createGoogleFaultAnswer =
  (grants: GrantStore): AnswerFault =>
  (kind, fault, request, response) => {
    if (fault.retryAfterSeconds !== undefined) response.set('Retry-After', String(fault.retryAfterSeconds));
    const path = request.originalUrl.split('?', 1)[0] ?? '';
    const token = bearerToken(request);
    const grant = token === undefined ? undefined : grants.byAccessToken(token);
    if (kind === 'expired-token' && token !== undefined) grants.expireAccessToken(token);
    if (kind === 'revoked' && grant) grants.revoke(grant);

    if (/^\/v\d+\/customers/.test(path)) sendAdsError(request, response, adsFault(kind, fault));
    else if (path === '/token' || path === '/revoke') answerTokenFault(kind, grants, request, response);
    else if (/^\/(v4|drive)\//.test(path)) sendApiError(response, sheetsFault(kind, request));
    else answerPageFault(kind, response);
  };
