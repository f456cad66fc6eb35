import type { Request } from 'express';
import { bearerToken } from '../../support/http.ts';
import { insufficientScopes, unauthenticated } from '../apiError.ts';
import type { Grant, GrantStore } from './grantStore.ts';

/** The grant of the call's bearer token. @throws 401 without a valid token, and 403 if the grant has none of the scopes */
export const requireGrant = (
  request: Request,
  grants: GrantStore,
  scopes: readonly string[],
  service: string,
): Grant => {
  const token = bearerToken(request);
  const grant = token === undefined ? undefined : grants.byAccessToken(token);
  if (!grant) throw unauthenticated();
  if (!scopes.some((scope) => grant.scopes.has(scope))) throw insufficientScopes(service);
  return grant;
};
