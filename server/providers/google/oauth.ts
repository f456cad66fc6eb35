import { decodeJwt } from 'jose';
import type { Logger } from '#server/lib/logging/logger.ts';
import { withRetry } from '#server/providers/calls/retry.ts';
import type { ConsentAnswer, ConsentRequest, Grant, GrantTokens, NeededScope } from '../AdPlatform.ts';
import { callProvider, readBody } from '../calls/http.ts';
import type { CallLimits, ProviderAnswer } from '../calls/http.ts';
import { ProviderError } from '../ProviderError.ts';
import { judgeTokenAnswer } from './errors.ts';
import { tokenAnswer } from './types.ts';
import type { TokenAnswer } from './types.ts';

export const googleScopes = {
  adwords: 'https://www.googleapis.com/auth/adwords',
  driveFile: 'https://www.googleapis.com/auth/drive.file',
} as const;

export const googleNeededScopes: readonly NeededScope[] = [
  { scope: googleScopes.adwords, meaning: 'Google Ads accounts and campaign data', isRequired: true },
  { scope: googleScopes.driveFile, meaning: 'Export to Google Sheets', isRequired: false },
];

export type GoogleOAuthOptions = {
  clientId: string;
  clientSecret: string;
  accountsUrl: string;
  oauthUrl: string;
  logger?: Logger;
  limits?: Partial<CallLimits>;
};

/** Lifecycle of a Google grant: consent, exchange, refresh, revocation. */
export const createGoogleOAuth = (options: GoogleOAuthOptions) => {
  const client = { client_id: options.clientId, client_secret: options.clientSecret };

  const post = (path: 'token' | 'revoke', endpoint: string, form: Record<string, string>): Promise<ProviderAnswer> =>
    callProvider('google', {
      endpoint,
      method: 'POST',
      url: new URL(`${options.oauthUrl}/${path}`),
      form,
      logger: options.logger,
      limits: options.limits,
    });

  const askForTokens = async (endpoint: string, form: Record<string, string>): Promise<TokenAnswer> => {
    const answer = await post('token', endpoint, { ...client, ...form });
    if (answer.status !== 200) throw judgeTokenAnswer(answer);
    return readBody('google', answer, tokenAnswer);
  };

  return {
    consentUrl(request: ConsentRequest): URL {
      const url = new URL(`${options.accountsUrl}/o/oauth2/v2/auth`);
      url.search = new URLSearchParams({
        client_id: options.clientId,
        redirect_uri: request.redirectUri,
        response_type: 'code',
        scope: ['openid', 'email', ...googleNeededScopes.map(({ scope }) => scope)].join(' '),
        // Google: issues a refresh token only with offline access, and to a returning person only after a new consent.
        access_type: 'offline',
        prompt: 'consent',
        include_granted_scopes: 'true',
        state: request.state,
        code_challenge: request.codeChallenge,
        code_challenge_method: 'S256',
      }).toString();
      return url;
    },

    readRefusal(query: URLSearchParams): string | null {
      const error = query.get('error');
      if (error === null) return query.get('code') ? null : 'Google did not answer the request for access.';
      if (error === 'access_denied') return 'Access to Google was not granted.';
      if (error === 'admin_policy_enforced' || error === 'org_internal') {
        return "Your organization's administrator does not allow this access to Google.";
      }
      return 'Google refused the request for access.';
    },

    async completeConsent({ query, redirectUri, codeVerifier }: ConsentAnswer): Promise<Grant> {
      // A code works once. After a broken connection it may be used up, so there is no retry.
      const answer = await askForTokens('token (code)', {
        grant_type: 'authorization_code',
        code: query.get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
      });
      return {
        tokens: toTokens(answer),
        ...readIdentity(answer.id_token, options.clientId),
        grantedScopes: answer.scope.split(' ').filter(Boolean).map(shortScope),
      };
    },

    async refresh({ refreshToken }: GrantTokens): Promise<GrantTokens> {
      if (refreshToken === null) throw withoutRefreshToken();
      const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
      return toTokens(await withRetry(() => askForTokens('token (refresh)', form), { patience: 'interactive' }));
    },

    /** Google: revokes the person's whole grant for this Cloud project, whichever token is sent. */
    async revoke({ accessToken, refreshToken }: GrantTokens): Promise<void> {
      await withRetry(
        async () => {
          const answer = await post('revoke', 'revoke', { token: refreshToken ?? accessToken });
          if (answer.status === 200) return;
          const error = judgeTokenAnswer(answer);
          if (error.providerCode !== 'invalid_token') throw error;
        },
        { patience: 'interactive' },
      );
    },
  };
};

const toTokens = (answer: TokenAnswer): GrantTokens => ({
  accessToken: answer.access_token,
  refreshToken: answer.refresh_token ?? null,
  expiresAt: answer.expires_in === undefined ? null : Date.now() + answer.expires_in * 1000,
});

/** Google: returns some scopes under a longer name than requested. */
const shortScope = (scope: string): string => scope.replace(/^https:\/\/www\.googleapis\.com\/auth\/userinfo\./, '');

/** The token came directly from Google over TLS in exchange for our secret, so its signature need not be checked. */
const readIdentity = (idToken: string | undefined, clientId: string): { externalId: string; externalName: string } => {
  const claims = idToken === undefined ? {} : decodeIdToken(idToken);
  const audience = [claims.aud ?? []].flat();
  if (!claims.sub || !audience.includes(clientId)) throw unknownIdentity('no-identity');
  return { externalId: claims.sub, externalName: typeof claims.email === 'string' ? claims.email : claims.sub };
};

const decodeIdToken = (idToken: string): ReturnType<typeof decodeJwt> => {
  try {
    return decodeJwt(idToken);
  } catch (cause) {
    throw unknownIdentity('malformed-id-token', cause);
  }
};

const unknownIdentity = (providerCode: string, cause?: unknown): ProviderError =>
  new ProviderError('google', {
    outcome: 'fail',
    userMessage: 'Google did not say which account was connected. Please try again.',
    providerCode,
    cause,
  });

const withoutRefreshToken = (): ProviderError =>
  new ProviderError('google', {
    outcome: 'reconnect',
    userMessage: 'Google granted no offline access. Please grant access again.',
    providerCode: 'no-refresh-token',
  });
