import { createPublicKey } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import type { SandboxClock } from '../../support/clock.ts';
import { SANDBOX_CREDENTIALS } from '../../credentials.ts';
import { ACCESS_TOKEN_LIFETIME_SECONDS } from '../oauth/grantStore.ts';
import type { Grant, GrantStore } from '../oauth/grantStore.ts';
import { serviceAccountKey } from './serviceAccountKey.ts';

/** Google lets a signed request live an hour at most, and clocks differ by some minutes. */
const MAX_LIFETIME_SECONDS = 3600;
const CLOCK_TOLERANCE_SECONDS = 300;

/** No browser has this session, so no consent joins the grant of the service account. */
const SESSION = 'service-account';

const SIGNATURE_REFUSED = 'Invalid JWT Signature.';
const TIME_REFUSED =
  'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. ' +
  'Check your iat and exp values in the JWT claim.';

export type SandboxServiceAccount = ReturnType<typeof createServiceAccount>;

const refusalOf = (error: unknown): string => {
  if (error instanceof errors.JWTExpired) return TIME_REFUSED;
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === 'aud' ? 'Invalid JWT: Failed audience check.' : 'Invalid grant: account not found';
  }
  return SIGNATURE_REFUSED;
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
          issuer: SANDBOX_CREDENTIALS.google.serviceAccount,
          audience: `${url}/token`,
          currentDate: new Date(clock.now()),
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
        }));
      } catch (error) {
        return { refusal: refusalOf(error) };
      }
      const { iat = 0, exp = 0, scope } = claims;
      const isEarly = iat > clock.now() / 1000 + CLOCK_TOLERANCE_SECONDS;
      if (exp - iat > MAX_LIFETIME_SECONDS || exp === 0 || isEarly) return { refusal: TIME_REFUSED };
      const scopes = typeof scope === 'string' ? scope.split(' ') : [];
      const grant = grants.ofSession(SESSION) ?? grants.create(SESSION, scopes);
      grant.scopes = new Set(scopes);
      return {
        answer: {
          access_token: grants.issueAccessToken(grant),
          expires_in: ACCESS_TOKEN_LIFETIME_SECONDS,
          token_type: 'Bearer',
        },
      };
    },
    /** Whether a grant is the service account's own. */
    owns: (grant: Grant): boolean => grants.ofSession(SESSION) === grant,
  };
};
