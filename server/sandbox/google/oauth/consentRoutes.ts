import express from 'express';
import type { Request, Response, Router } from 'express';
import { asksForEvents, sendConsentError, sendConsentPage } from '../../pages/consentPage.ts';
import { sandboxCredentials } from '../../credentials.ts';
import { bodyText, bodyTexts, queryText } from '../../support/http.ts';
import { secretToken } from '../../support/random.ts';
import type { Redirects } from '../../redirects.ts';
import { samplePerson } from '../identity/idToken.ts';
import type { Grant, GrantStore } from './grantStore.ts';
import { adwordsScope, parseScopes, scopeLabel } from './scopes.ts';
import type { RequestedScopes } from './scopes.ts';

const authorizePath = '/o/oauth2/v2/auth';
const sessionCookie = 'sandbox_google_session';

/** Parameters that the page passes from the request to the decision. */
const carriedParameters = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'access_type',
  'prompt',
  'include_granted_scopes',
  'code_challenge',
  'code_challenge_method',
  'nonce',
] as const;

type Parameters = Partial<Record<(typeof carriedParameters)[number], string>>;

type ConsentRequest = {
  redirectUri: string;
  scopes: RequestedScopes;
  challenge?: { value: string; method: 'S256' | 'plain' };
};

type Refusal = { status: number; code: string; message: string };

const joinGrant = (grants: GrantStore, session: string, scopes: readonly string[], includeGranted: boolean): Grant => {
  const earlier = includeGranted ? grants.ofSession(session) : undefined;
  if (!earlier) return grants.create(session, scopes);
  for (const scope of scopes) earlier.scopes.add(scope);
  return earlier;
};

const readParameters = (read: (name: string) => string | undefined): Record<string, string> & Parameters => {
  const entries = carriedParameters.map((name) => [name, read(name)] as const);
  return Object.fromEntries(
    entries.filter((entry): entry is [(typeof carriedParameters)[number], string] => entry[1] !== undefined),
  );
};

/** Google shows these refusals on its own page, because a redirect to an unknown address would be unsafe. */
const checkRequest = (parameters: Parameters, redirects: Redirects): ConsentRequest | Refusal => {
  const { redirect_uri: redirectUri, code_challenge: challenge, code_challenge_method: method } = parameters;
  if (parameters.client_id !== sandboxCredentials.google.clientId) {
    return { status: 401, code: 'invalid_client', message: 'The OAuth client was not found.' };
  }
  if (redirectUri === undefined || !redirects.isRegistered('google', redirectUri)) {
    return { status: 400, code: 'redirect_uri_mismatch', message: 'This app sent an invalid redirect address.' };
  }
  if (parameters.response_type !== 'code') {
    return { status: 400, code: 'unsupported_response_type', message: 'Only response_type=code is offered here.' };
  }
  const scopes = parseScopes(parameters.scope ?? '');
  if (scopes.unknown.length > 0 || scopes.signIn.length + scopes.optional.length === 0) {
    return {
      status: 400,
      code: 'invalid_scope',
      message: `Some requested scopes cannot be shown: ${scopes.unknown.join(', ') || 'none given'}`,
    };
  }
  if (method !== undefined && method !== 'S256' && method !== 'plain') {
    return { status: 400, code: 'invalid_request', message: 'Invalid parameter value for code_challenge_method.' };
  }
  return { redirectUri, scopes, challenge: challenge ? { value: challenge, method: method ?? 'plain' } : undefined };
};

const redirectBack = (
  response: Response,
  redirectUri: string,
  parameters: Record<string, string | undefined>,
): void => {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  response.redirect(302, url.href);
};

const sessionOf = (request: Request): string | undefined => {
  const cookies = (request.get('cookie') ?? '').split(/; */);
  const cookie = cookies.find((each) => each.startsWith(`${sessionCookie}=`));
  return cookie?.slice(sessionCookie.length + 1);
};

/**
 * The consent page, with one checkbox per scope beyond sign-in, and the handling of Allow and Deny.
 *
 * @param accountWithEvents name of the account with events
 */
export const createConsentRoutes = (grants: GrantStore, redirects: Redirects, accountWithEvents: string): Router => {
  const router = express.Router();

  router.get(authorizePath, (request, response) => {
    const parameters = readParameters((name) => queryText(request, name));
    const consent = checkRequest(parameters, redirects);
    if ('code' in consent) {
      sendConsentError(response, 'Google', consent.status, consent.code, consent.message);
      return;
    }
    // Identifies the browser's Google session. A second consent in it extends the first; other browsers get separate grants.
    if (sessionOf(request) === undefined) {
      response.cookie(sessionCookie, secretToken(''), { httpOnly: true, sameSite: 'lax', path: authorizePath });
    }
    sendConsentPage(response, {
      simulated: 'Google',
      person: `${samplePerson.name} (${samplePerson.email})`,
      action: authorizePath,
      hidden: parameters,
      groups: [
        {
          legend: 'Select what Leadlight can access',
          choices: consent.scopes.optional.map((scope) => ({
            name: 'granted',
            value: scope,
            label: scopeLabel(scope),
            detail: scope,
          })),
        },
      ].filter((group) => group.choices.length > 0),
      accountWithEvents: consent.scopes.optional.includes(adwordsScope) ? accountWithEvents : undefined,
    });
  });

  router.post(authorizePath, (request, response) => {
    const parameters = readParameters((name) => bodyText(request, name));
    const consent = checkRequest(parameters, redirects);
    if ('code' in consent) {
      sendConsentError(response, 'Google', consent.status, consent.code, consent.message);
      return;
    }
    const ticked = bodyTexts(request, 'granted').filter((scope) => consent.scopes.optional.includes(scope));
    const granted = [...consent.scopes.signIn, ...ticked];
    if (bodyText(request, 'decision') !== 'allow' || granted.length === 0) {
      redirectBack(response, consent.redirectUri, { error: 'access_denied', state: parameters.state });
      return;
    }
    const session = sessionOf(request) ?? secretToken('');
    const earlier = grants.ofSession(session);
    const grant = joinGrant(grants, session, granted, parameters.include_granted_scopes === 'true');
    if (asksForEvents(request)) grant.hasEvents = true;
    const code = grants.issueCode({
      grantId: grant.id,
      redirectUri: consent.redirectUri,
      challenge: consent.challenge,
      givesRefreshToken:
        parameters.access_type === 'offline' && (!earlier || /\bconsent\b/.test(parameters.prompt ?? '')),
      nonce: parameters.nonce,
    });
    redirectBack(response, consent.redirectUri, {
      state: parameters.state,
      code,
      scope: [...grant.scopes].join(' '),
      authuser: '0',
      prompt: 'consent',
    });
  });

  return router;
};
