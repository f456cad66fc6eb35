import { Router } from 'express';
import type { Request, Response } from 'express';
import { sandboxCredentials } from '../../credentials.ts';
import { GraphError, badParameter } from '../graph/GraphError.ts';
import { requestAddress } from '../graph/graphRequest.ts';
import type { MetaGrant, MetaGrants, MetaToken } from './grants.ts';
import type { MetaApi } from '../MetaApi.ts';
import { application, metaPerson } from '../metaData.ts';

const { appId, appSecret } = sandboxCredentials.facebook;
/** Meta: access to a person's data ends about 90 days after their last activity. */
const dataAccessSeconds = 90 * 86_400;

const requireApp = (parameters: URLSearchParams): void => {
  if (parameters.get('client_id') !== appId) {
    throw new GraphError(101, 'Error validating application. Invalid application ID.');
  }
  if (parameters.get('client_secret') !== appSecret) throw new GraphError(1, 'Error validating client secret.');
};

/** The token requested by the parameters; undefined for the app's own token. */
const exchange = (parameters: URLSearchParams, grants: MetaGrants): MetaToken | undefined => {
  const grantType = parameters.get('grant_type');
  switch (grantType) {
    case null:
    case '':
    case 'authorization_code': {
      const code = parameters.get('code');
      if (!code) throw badParameter('Missing authorization code');
      return grants.redeemCode(code, parameters.get('redirect_uri') ?? '');
    }
    case 'fb_exchange_token': {
      const shortToken = parameters.get('fb_exchange_token');
      if (!shortToken) throw badParameter('The parameter fb_exchange_token is required');
      return grants.extend(shortToken);
    }
    case 'client_credentials':
      return undefined;
    default:
      throw badParameter(`Unsupported grant_type ${grantType}`);
  }
};

/** The permissions that cover only ticked ad accounts or Pages, with their ids. */
const granularScopes = (scopes: readonly string[], grant: MetaGrant): { scope: string; target_ids: string[] }[] =>
  scopes.flatMap((scope) => {
    if (scope === 'ads_read' || scope === 'ads_management') return [{ scope, target_ids: [...grant.accountIds] }];
    return scope.startsWith('pages_') || scope === 'leads_retrieval' ? [{ scope, target_ids: [...grant.pageIds] }] : [];
  });

const describeToken = (value: string, grants: MetaGrants): Record<string, unknown> => {
  const app = { app_id: appId, application: application };
  if (grants.isAppToken(value)) return { ...app, type: 'APP', is_valid: true, scopes: [] };
  const token = grants.find(value);
  if (!token) {
    const error = { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' };
    return { error, is_valid: false, scopes: [] };
  }
  const type = token.pageId === undefined ? 'USER' : 'PAGE';
  // Meta: 0 means no expiry.
  const expiresAt = Number.isFinite(token.expiresAt) ? token.expiresAt : 0;
  const fault = grants.faultOf(token);
  if (fault) {
    return {
      ...app,
      type,
      error: { code: fault.code, message: fault.message, subcode: fault.subcode },
      expires_at: expiresAt,
      is_valid: false,
      scopes: [],
    };
  }
  const scopes = [...token.grant.granted];
  return {
    ...app,
    type,
    data_access_expires_at: token.issuedAt + dataAccessSeconds,
    expires_at: expiresAt,
    is_valid: true,
    issued_at: token.issuedAt,
    scopes,
    granular_scopes: granularScopes(scopes, token.grant),
    user_id: metaPerson.id,
    ...(token.pageId === undefined ? {} : { profile_id: token.pageId }),
  };
};

/** Routes for token exchange and inspection, below a version. */
export const createOAuthRouter = ({ context, grants }: MetaApi): Router => {
  const router = Router();

  const answerToken = (request: Request, response: Response): void => {
    const parameters = requestAddress(request, context.url).searchParams;
    requireApp(parameters);
    const token = exchange(parameters, grants);
    if (token === undefined) {
      response.json({ access_token: grants.appToken, token_type: 'bearer' });
      return;
    }
    response.json({
      access_token: token.value,
      token_type: 'bearer',
      expires_in: token.expiresAt - Math.floor(context.clock.now() / 1000),
    });
  };
  router.route('/oauth/access_token').get(answerToken).post(answerToken);

  router.get('/debug_token', (request, response) => {
    const parameters = requestAddress(request, context.url).searchParams;
    const inspector = parameters.get('access_token') ?? '';
    // A valid token of a person with a role on the app may inspect tokens too. The sample person has one.
    if (!grants.isAppToken(inspector)) grants.require(inspector);
    const input = parameters.get('input_token');
    if (!input) throw badParameter('The parameter input_token is required');
    response.json({ data: describeToken(input, grants) });
  });

  return router;
};
