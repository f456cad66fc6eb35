import type { Request } from 'express';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { sandboxCredentials } from '../../credentials.ts';
import { bearerToken, bodyRecord } from '../../support/http.ts';
import { GraphError, badParameter, missingPermission } from './GraphError.ts';
import type { MetaGrants, MetaToken } from '../oauth/grants.ts';

/**
 * The URL of a call with all parameters from the query, the form or JSON body, and the access token even if sent in a
 * header. Meta: `paging.next` repeats exactly this.
 */
export const requestAddress = (request: Request, origin: string): URL => {
  const address = new URL(request.originalUrl, origin);
  for (const [name, value] of Object.entries(bodyRecord(request))) {
    if (typeof value === 'string') address.searchParams.set(name, value);
  }
  const token = bearerToken(request);
  if (token && !address.searchParams.has('access_token')) address.searchParams.set('access_token', token);
  return address;
};

const isProofOf = (proof: string, token: string): boolean => {
  const expected = createHmac('sha256', sandboxCredentials.facebook.appSecret).update(token).digest('hex');
  return proof.length === expected.length && timingSafeEqual(Buffer.from(proof), Buffer.from(expected));
};

/** The token of a call, from a person or a Page. Throws if it is missing, expired, the app's own, or has a wrong proof. */
export const requireToken = (parameters: URLSearchParams, grants: MetaGrants): MetaToken => {
  const value = parameters.get('access_token');
  if (!value || grants.isAppToken(value)) {
    throw new GraphError(2500, 'An active access token must be used to query information about the current user.');
  }
  const token = grants.require(value);
  const proof = parameters.get('appsecret_proof');
  if (proof !== null && !isProofOf(proof, value)) {
    throw new GraphError(100, 'Invalid appsecret_proof provided in the API argument');
  }
  return token;
};

/** The person's token of a call. Throws Meta's error for Page tokens and invalid tokens. */
export const requireUserToken = (parameters: URLSearchParams, grants: MetaGrants): MetaToken => {
  const token = requireToken(parameters, grants);
  if (token.pageId !== undefined) throw badParameter('Tried accessing nonexisting field on node type (Page)');
  return token;
};

/** Ad accounts and insights require one of the two ads permissions. */
export const requireAdsPermission = ({ grant }: MetaToken): void => {
  if (!grant.granted.has('ads_read') && !grant.granted.has('ads_management')) throw missingPermission('ads_read');
};
