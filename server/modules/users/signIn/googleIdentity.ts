import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import * as z from 'zod';
import { emailField } from '#shared/contracts/fields.ts';
import { textLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { Clock } from '#server/lib/clock.ts';
import { googleRefused, platformFailed } from '#server/lib/failures/errors.ts';
import { normalizeEmail } from '#server/modules/users/normalizeEmail.ts';
import type { Identity } from '#server/modules/users/users.store.ts';

/** The claims verified by Google. */
export type GooglePerson = { identity: Identity; email: string; name: string };

/** @throws AppError 401 GOOGLE_TOKEN_REFUSED, or 502 when Google's keys are unavailable */
export type VerifyGoogleCredential = (credential: string) => Promise<GooglePerson>;

const issuer = 'https://accounts.google.com';
/** Google sends `iss` with or without the scheme. Both are the same issuer. */
const issuerForms = [issuer, 'accounts.google.com'];
const toleranceSeconds = 60;
/** Google ID tokens are valid for an hour. A lifetime of more than a day is not from Google. */
const longestLifeSeconds = 86_400;

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: emailField,
  email_verified: z.literal(true),
  name: z.string().optional(),
});

/**
 * Errors in the credential, as opposed to failures to fetch the key set. The error contains the claims: do not log it.
 */
const isCredentialFault = (error: unknown): error is errors.JOSEError =>
  error instanceof errors.JOSEError &&
  error.code !== errors.JOSEError.code &&
  !(error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error instanceof errors.JWKInvalid);

/** A display name, within the limits of our own field. */
const cleanName = (name: string | undefined, email: string): string => {
  const cleaned = (name ?? '').replace(/\p{Cc}+/gu, ' ').trim();
  const chosen = cleaned === '' ? (email.split('@')[0] ?? email) : cleaned;
  return chosen.slice(0, textLimits.name).trim();
};

const readPerson = (payload: JWTPayload, nowSeconds: number): GooglePerson => {
  if ((payload.exp ?? 0) > nowSeconds + longestLifeSeconds) throw googleRefused('exp is more than a day ahead');
  const parsed = claims.safeParse(payload);
  if (!parsed.success)
    throw googleRefused(`claim ${String(parsed.error.issues[0]?.path[0])} is missing or not acceptable`);
  const { sub, email, name } = parsed.data;
  return { identity: { issuer, subject: sub }, email: normalizeEmail(email), name: cleanName(name, email) };
};

type Options = { clientId: string; jwksUrl: string; clock: Clock };

/**
 * Checks the credential of Google's sign-in script (an ID token): RS256 with a published key, issuer, audience, times,
 * a verified address. Keys are cached; an unknown key id fetches them again, at most twice a minute.
 */
export const createVerifyGoogleCredential = ({ clientId, jwksUrl, clock }: Options): VerifyGoogleCredential => {
  const keys = createRemoteJWKSet(new URL(jwksUrl));

  const readPayload = async (credential: string, currentDate: Date): Promise<JWTPayload> => {
    try {
      const { payload } = await jwtVerify(credential, keys, {
        algorithms: ['RS256'],
        issuer: issuerForms,
        audience: clientId,
        clockTolerance: toleranceSeconds,
        requiredClaims: ['sub', 'exp', 'iat'],
        maxTokenAge: longestLifeSeconds,
        currentDate,
      });
      return payload;
    } catch (error) {
      if (isCredentialFault(error)) throw googleRefused(error.code);
      throw platformFailed('google', messages.platform.unavailable('google'), error);
    }
  };

  return async (credential) => {
    const now = clock.now();
    return readPerson(await readPayload(credential, now), now.getTime() / 1000);
  };
};
