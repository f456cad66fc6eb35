import { createPublicKey } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import type { SandboxClock } from '../../support/clock.ts';
import { sandboxCredentials } from '../../credentials.ts';
import { accessTokenLifetimeSeconds } from '../oauth/grantStore.ts';
import type { Grant, GrantStore } from '../oauth/grantStore.ts';
import { serviceAccountKey } from './serviceAccountKey.ts';

/** Google accepts a signed request for at most an hour. Clocks differ by some minutes. */
const maxLifetimeSeconds = 3600;
const clockToleranceSeconds = 300;

/** No browser has this session, so no consent extends the service account's grant. */
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

/** The identity with which people share private sheets. It signs requests with its key to get tokens. */
export const createServiceAccount = (grants: GrantStore, clock: SandboxClock, url: string) => {
  const publicKey = createPublicKey(serviceAccountKey().privateKey);

  return {
    /** The token response to a signed request, or Google's reason for refusing it. */
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
    /** Whether a grant belongs to the service account. */
    owns: (grant: Grant): boolean => grants.ofSession(serviceSession) === grant,
  };
};
