import { createHash } from 'node:crypto';
import express from 'express';
import type { Request, Response, Router } from 'express';
import { sandboxCredentials } from '../../credentials.ts';
import { basicCredentials, bodyText, queryText } from '../../support/http.ts';
import { samplePerson } from '../identity/idToken.ts';
import type { IdTokens } from '../identity/idToken.ts';
import { accessTokenLifetimeSeconds } from './grantStore.ts';
import type { Code, Grant, GrantStore } from './grantStore.ts';
import type { SandboxServiceAccount } from '../serviceAccount/serviceAccount.ts';

/** A refusal of the token endpoint. */
type OAuthError = { status: 400 | 401; error: string; error_description: string };

const jwtGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

const tokenAnswer = async (grants: GrantStore, grant: Grant, idTokens: IdTokens, nonce?: string): Promise<object> => ({
  access_token: grants.issueAccessToken(grant),
  expires_in: accessTokenLifetimeSeconds,
  scope: [...grant.scopes].join(' '),
  token_type: 'Bearer',
  ...(grant.scopes.has('openid') && { id_token: await idTokens.issue({ ...samplePerson, nonce }) }),
});

const badRequest = (error: string, description: string): OAuthError => ({
  status: 400,
  error,
  error_description: description,
});

const invalidGrant = (description: string): OAuthError => badRequest('invalid_grant', description);

const checkCode = (code: Code, redirectUri?: string, verifier?: string): OAuthError | undefined => {
  if (redirectUri !== code.redirectUri) return badRequest('redirect_uri_mismatch', 'Bad Request');
  if (!code.challenge) return undefined;
  if (verifier === undefined) return invalidGrant('Missing code verifier.');
  const { method, value } = code.challenge;
  const shown = method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return shown === value ? undefined : invalidGrant('Invalid code verifier.');
};

const exchange = async (request: Request, grants: GrantStore, idTokens: IdTokens): Promise<object | OAuthError> => {
  const grantType = bodyText(request, 'grant_type');
  if (grantType === 'authorization_code') {
    const value = bodyText(request, 'code') ?? '';
    const code = grants.findCode(value);
    const grant = code && grants.byId(code.grantId);
    if (!code || !grant) return invalidGrant('Malformed auth code.');
    const refusal = checkCode(code, bodyText(request, 'redirect_uri'), bodyText(request, 'code_verifier'));
    if (refusal) return refusal;
    grants.useCode(value);
    return {
      ...(await tokenAnswer(grants, grant, idTokens, code.nonce)),
      ...(code.givesRefreshToken && { refresh_token: grants.issueRefreshToken(grant) }),
    };
  }
  if (grantType === 'refresh_token') {
    const grant = grants.byRefreshToken(bodyText(request, 'refresh_token') ?? '');
    if (!grant) return invalidGrant('Token has been expired or revoked.');
    return tokenAnswer(grants, grant, idTokens);
  }
  if (grantType === undefined) {
    return badRequest('invalid_request', 'Required parameter is missing: grant_type');
  }
  return badRequest('unsupported_grant_type', `Invalid grant_type: ${grantType}`);
};

const checkForm = (request: Request): OAuthError | undefined => {
  if (request.is('application/x-www-form-urlencoded')) return undefined;
  return badRequest('invalid_request', 'The request body must be application/x-www-form-urlencoded.');
};

const checkClient = (request: Request): OAuthError | undefined => {
  const basic = basicCredentials(request);
  const id = basic?.user ?? bodyText(request, 'client_id');
  const secret = basic?.password ?? bodyText(request, 'client_secret');
  if (id === undefined) return badRequest('invalid_request', 'Could not determine client ID from request.');
  if (id !== sandboxCredentials.google.clientId) {
    return { status: 401, error: 'invalid_client', error_description: 'The OAuth client was not found.' };
  }
  if (secret !== sandboxCredentials.google.clientSecret) {
    return { status: 401, error: 'invalid_client', error_description: 'The provided client secret is invalid.' };
  }
  return undefined;
};

const sendOAuthError = (response: Response, { status, ...body }: OAuthError): void => {
  response.status(status).json(body);
};

/** The token and revocation endpoints. They take form bodies only. */
export const createTokenRoutes = (
  grants: GrantStore,
  idTokens: IdTokens,
  serviceAccount: SandboxServiceAccount,
): Router => {
  const router = express.Router();

  router.post('/token', async (request, response) => {
    response.set('Cache-Control', 'no-cache, no-store, max-age=0, must-revalidate');
    // A service account authenticates with a signature, other clients with their secret.
    const isSigned = bodyText(request, 'grant_type') === jwtGrant;
    const refusal = checkForm(request) ?? (isSigned ? undefined : checkClient(request));
    if (refusal) {
      sendOAuthError(response, refusal);
      return;
    }
    if (isSigned) {
      const outcome = await serviceAccount.exchange(bodyText(request, 'assertion') ?? '');
      if ('refusal' in outcome) sendOAuthError(response, invalidGrant(outcome.refusal));
      else response.json(outcome.answer);
      return;
    }
    const answer = await exchange(request, grants, idTokens);
    if ('error' in answer) sendOAuthError(response, answer);
    else response.json(answer);
  });

  router.post('/revoke', (request, response) => {
    const token = bodyText(request, 'token') ?? queryText(request, 'token') ?? '';
    const grant = grants.byRefreshToken(token) ?? grants.byAccessToken(token);
    if (!grant) {
      sendOAuthError(response, { status: 400, error: 'invalid_token', error_description: 'Token expired or revoked' });
      return;
    }
    grants.revoke(grant);
    response.json({});
  });

  return router;
};
