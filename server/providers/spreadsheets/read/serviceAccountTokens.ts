import { SignJWT } from 'jose';
import * as z from 'zod';
import { messages } from '#shared/messages.ts';
import type { ServiceAccount } from '#server/config/serviceAccount.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { isTransient, verdictOf } from '#server/lib/failures/verdicts.ts';
import { judgeTokenAnswer } from '../../google/errors.ts';
import { callProvider, readBody } from '../../calls/http.ts';
import { ProviderError } from '../../ProviderError.ts';

export const sheetReadScope = 'https://www.googleapis.com/auth/spreadsheets.readonly';
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** Google allows one hour. The margin covers a clock that is some minutes ahead. */
const assertionLifetimeSeconds = 50 * 60;
const renewBeforeMs = 5 * 60_000;

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number() });

export type ServiceAccountTokens = {
  /** @throws ProviderError `retry`, `wait`, or `fail` when Google refuses the account */
  get(): Promise<string>;
  /** Drops a token that Google refused. */
  drop(token: string): void;
};

/** Access tokens of the service account, signed with its key and cached until five minutes before expiry. */
export const createServiceAccountTokens = (
  account: ServiceAccount,
  oauthUrl: string,
  logger: Logger,
): ServiceAccountTokens => {
  // The configured URL, not the key file's: a signed request sent elsewhere would give access away.
  const url = new URL(`${oauthUrl}/token`);
  let current: { token: string; renewAt: number } | null = null;
  let pending: Promise<string> | null = null;

  const ask = async (): Promise<string> => {
    const issuedAt = Math.floor(Date.now() / 1000);
    const assertion = await new SignJWT({ scope: sheetReadScope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(account.keyId === undefined ? {} : { kid: account.keyId }) })
      .setIssuer(account.email)
      .setAudience(url.href)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + assertionLifetimeSeconds)
      .sign(account.privateKey);
    const form = { grant_type: grantType, assertion };
    const answer = await callProvider('google', {
      endpoint: 'token (service account)',
      method: 'POST',
      url,
      form,
      logger,
    });
    if (answer.status !== 200) throw toOperatorFault(judgeTokenAnswer(answer), logger);
    const { access_token: token, expires_in: lifetimeSeconds } = readBody('google', answer, tokenAnswer);
    current = { token, renewAt: Date.now() + lifetimeSeconds * 1000 - renewBeforeMs };
    return token;
  };

  return {
    get: () => {
      if (current && Date.now() < current.renewAt) return Promise.resolve(current.token);
      // Concurrent callers share the same request.
      pending ??= ask().finally(() => {
        pending = null;
      });
      return pending;
    },
    drop: (token) => {
      if (current?.token === token) current = null;
    },
  };
};

/** A refused service account is not a person's grant: the person can do nothing, and the operator reads the log. */
const toOperatorFault = (error: ProviderError, logger: Logger): ProviderError => {
  if (isTransient(verdictOf(error))) return error;
  logger.error(
    { area: 'provider', platform: 'google', code: error.providerCode },
    'Google refuses the service account',
  );
  return new ProviderError('google', {
    outcome: 'fail',
    userMessage: messages.sheets.unavailable,
    status: error.status,
    providerCode: error.providerCode,
    requestId: error.requestId,
  });
};
