import { createPublicKey } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import type { SandboxClock } from '../../support/clock.ts';
import { sandboxCredentials } from '../../credentials.ts';
import { accessTokenLifetimeSeconds } from '../oauth/grantStore.ts';
import type { Grant, GrantStore } from '../oauth/grantStore.ts';
import { serviceAccountKey } from './serviceAccountKey.ts';

/** Google lets a signed request live an hour at most, and clocks differ by some minutes. */
const maxLifetimeSeconds = 3600;
const clockToleranceSeconds = 300;

/** No browser has this session, so no consent joins the grant of the service account. */
const serviceSession = 'service-account';

const signatureRefused = 'Invalid JWT Signature.';
const timeRefused =
  'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. ' +
  'Check your iat and exp values in the JWT claim.';

export type SandboxServiceAccount = ReturnType<typeof createServiceAccount>;

const refusalOf = (error: unknown): string => {
  if (error instanceof errors.JWTExpired) return timeRefused;
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === 'aud' ? 'Invalid JWT: Failed audience check.' : 'Invalid grant: account not found';
  }
  return signatureRefused;
};

/** The identity that private sheets are shared with: it signs a request with its key and gets a token for it. */
export const createServiceAccount = (grants: GrantStore, clock: SandboxClock, url: string) => {
  const publicKey = createPublicKey(serviceAccountKey().privateKey);

  return {
    /** The token answer to a signed request, or why there is none, in Google's words. */
    async exchange(assertion: string): Promise<{ answer: object } | { refusal: string }> {
      let claims: JWTPayload;
      try {
        ({ payload: claims } = await jwtVerify(assertion, publicKey, {
          algorithms: ['RS256'],
          issuer: sandboxCredentials.google.serviceAccount,
          audience: `${url}/token`,
          currentDate: new Date(clock.now()),
          clockTolerance: clockToleranceSeconds,
        }));
      } catch (error) {
        return { refusal: refusalOf(error) };
      }
      const { iat = 0, exp = 0, scope } = claims;
      const isEarly = iat > clock.now() / 1000 + clockToleranceSeconds;
      if (exp - iat > maxLifetimeSeconds || exp === 0 || isEarly) return { refusal: timeRefused };
      const scopes = typeof scope === 'string' ? scope.split(' ') : [];
      const grant = grants.ofSession(serviceSession) ?? grants.create(serviceSession, scopes);
      grant.scopes = new Set(scopes);
      return {
        answer: {
          access_token: grants.issueAccessToken(grant),
          expires_in: accessTokenLifetimeSeconds,
          token_type: 'Bearer',
        },
      };
    },
    /** Whether a grant is the service account's own. */
    owns: (grant: Grant): boolean => grants.ofSession(serviceSession) === grant,
  };
};
