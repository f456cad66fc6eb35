import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { SandboxClock } from '../../support/clock.ts';
import { sandboxCredentials } from '../../credentials.ts';
import { hash } from '../../support/random.ts';
import { createSigningKey, sandboxSigningKey } from './signingKey.ts';
import type { SigningKey } from './signingKey.ts';

/** The person whom the consent page signs in. */
export const samplePerson = { email: 'sam.sandbox@gmail.com', name: 'Sam Sandbox' } as const;

export const issuer = 'https://accounts.google.com';

const lifetimeSeconds = 3600;

/** Claims of an ID token. Missing claims have the values of a valid sign-in by the sample person. */
type IdTokenClaims = {
  /** null omits the claim. */
  email?: string | null;
  name?: string;
  sub?: string;
  emailVerified?: boolean;
  audience?: string;
  issuer?: string;
  /** Seconds from now; negative for an expired token. */
  expiresInSeconds?: number;
  nonce?: string;
  hostedDomain?: string;
  /** `unknown`: an unpublished key signs the token. `wrong`: an unpublished key signs with the published key's id. */
  key?: 'unknown' | 'wrong';
};

export type IdTokens = ReturnType<typeof createIdTokens>;

const signerOf = (key: IdTokenClaims['key'], published: SigningKey): SigningKey => {
  if (key === undefined) return published;
  const forged = createSigningKey();
  return key === 'wrong' ? { ...forged, keyId: published.keyId } : forged;
};

/** Google's account number for an address: 21 digits, the same in every run, so that a returning person is recognized. */
const subjectOf = (email: string): string => {
  const digits = ['a', 'b'].map((part) => String(hash('google-account', email.toLowerCase(), part)).padStart(10, '0'));
  return `1${digits.join('')}`;
};

export const createIdTokens = (clock: SandboxClock) => {
  const published = sandboxSigningKey();
  return {
    publishedKeys: (): object[] => [published.publicJwk],
    issue(claims: IdTokenClaims): Promise<string> {
      const { email = samplePerson.email, name = samplePerson.name } = claims;
      const [givenName, ...familyNames] = name.split(' ');
      const issuedAt = Math.floor(clock.now() / 1000);
      const expiresAt = issuedAt + (claims.expiresInSeconds ?? lifetimeSeconds);
      const audience = claims.audience ?? sandboxCredentials.google.clientId;
      const payload = {
        azp: audience,
        ...(email !== null && { email, email_verified: claims.emailVerified ?? true }),
        ...(claims.hostedDomain !== undefined && { hd: claims.hostedDomain }),
        ...(claims.nonce !== undefined && { nonce: claims.nonce }),
        name,
        given_name: givenName,
        ...(familyNames.length > 0 && { family_name: familyNames.join(' ') }),
        jti: randomUUID(),
      };
      const signer = signerOf(claims.key, published);
      return new SignJWT(payload)
        .setProtectedHeader({ alg: 'RS256', kid: signer.keyId, typ: 'JWT' })
        .setIssuer(claims.issuer ?? issuer)
        .setAudience(audience)
        .setSubject(claims.sub ?? subjectOf(email ?? name))
        .setIssuedAt(Math.min(issuedAt, expiresAt - 1))
        .setNotBefore(Math.min(issuedAt, expiresAt) - 300)
        .setExpirationTime(expiresAt)
        .sign(signer.privateKey);
    },
  };
};
