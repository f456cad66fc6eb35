import * as z from 'zod';
import type { Env } from '#server/config/env.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { isTransient, verdictOf } from '#server/lib/failures/verdicts.ts';
import type { PlatformRegistry } from '#server/providers/AdPlatform.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { createServiceAccountTokens } from '#server/providers/spreadsheets/read/serviceAccountTokens.ts';
import { ask, describeSilence, isSilence, readJson } from '#server/modules/operator/questions/ask.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';
import { askConsentPage, redirectUriOf } from './consentPages.ts';

const credentials = defineCheck('Google', 'google.credentials', 'Client id and secret');
const redirect = defineCheck('Google', 'google.redirect', 'Redirect address');
const serviceAccount = defineCheck('Google', 'google.service-account', 'Service account');

const oauthError = z.object({ error: z.string() });

/** Google verifies the client before the token, so an invalid token shows which of the two is wrong. */
const checkCredentials = async (env: Env): Promise<CheckResult> => {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_OAUTH_URL } = env;
  if (GOOGLE_CLIENT_ID === undefined || GOOGLE_CLIENT_SECRET === undefined)
    return credentials.note(
      'Google is switched off.',
      'To have it, set `GOOGLE_CLIENT_ID` and `GOOGLE_CLIENT_SECRET`.',
    );
  const answer = await ask(`${GOOGLE_OAUTH_URL}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: GOOGLE_CLIENT_ID,
      client_secret: GOOGLE_CLIENT_SECRET,
      grant_type: 'refresh_token',
      refresh_token: 'not-a-token',
    }),
  });
  if (isSilence(answer))
    return credentials.fault(
      `${GOOGLE_OAUTH_URL} cannot be reached: ${describeSilence(answer)}.`,
      'Allow this machine to reach it, and remove `GOOGLE_OAUTH_URL` unless you know why it is set.',
    );
  const error = oauthError.safeParse(readJson(answer)).data?.error;
  if (error === 'invalid_grant') return credentials.ok('Google knows them (GOOGLE_CLIENT_SECRET is set).');
  if (error === 'invalid_client' || error === 'unauthorized_client')
    return credentials.fault(
      'Google rejects GOOGLE_CLIENT_ID together with GOOGLE_CLIENT_SECRET.',
      "Set `GOOGLE_CLIENT_ID` and `GOOGLE_CLIENT_SECRET` to those of one OAuth client, as the Cloud project's list of credentials shows them.",
    );
  return credentials.warning(
    `Google's response is unclear (status ${answer.status}).`,
    'Run this again. If the result is the same, check whether `GOOGLE_OAUTH_URL` is right.',
  );
};

const checkRedirect = async (env: Env, platforms: PlatformRegistry): Promise<CheckResult[]> => {
  if (!platforms.google) return [];
  const address = redirectUriOf(env, 'google');
  const remedy = `Paste \`${address}\` among the authorized redirect URIs of the OAuth client GOOGLE_CLIENT_ID.`;
  const page = await askConsentPage(env, platforms.google);
  if (page !== null && page.status >= 400 && page.text.includes('redirect_uri_mismatch'))
    return [redirect.fault(`Google does not know \`${address}\`.`, remedy)];
  return [
    redirect.note(
      `Google reports only wrong addresses, and reported none.`,
      `Compare by eye: the OAuth client has \`${address}\`, character by character.`,
    ),
  ];
};

const checkServiceAccount = async (env: Env, logger: Logger): Promise<CheckResult> => {
  const { GOOGLE_SERVICE_ACCOUNT, GOOGLE_OAUTH_URL } = env;
  if (GOOGLE_SERVICE_ACCOUNT === undefined)
    return serviceAccount.note(
      'None: only sheets shared with everyone who has the link can be imported.',
      'To read private ones, set `GOOGLE_SERVICE_ACCOUNT` to the key of a service account.',
    );
  try {
    await createServiceAccountTokens(GOOGLE_SERVICE_ACCOUNT, GOOGLE_OAUTH_URL, logger).get();
    return serviceAccount.ok('Google accepts its signature (the key is set).');
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (isTransient(verdictOf(error)))
      return serviceAccount.warning(
        "Google's response is unclear.",
        'Run this again. If the result is the same, check whether `GOOGLE_OAUTH_URL` is right.',
      );
    return serviceAccount.fault(
      'Google refuses its signature.',
      'Make a new key for the service account and set `GOOGLE_SERVICE_ACCOUNT` to it. A wrong clock has the same effect, see Clock.',
    );
  }
};

/** The state of this installation's credentials at Google. */
export const checkGoogle = async (env: Env, platforms: PlatformRegistry, logger: Logger): Promise<CheckResult[]> => {
  const [ofCredentials, ofRedirect] = await Promise.all([checkCredentials(env), checkRedirect(env, platforms)]);
  if (ofCredentials.state === 'fault') return [ofCredentials, ...ofRedirect];
  return [ofCredentials, ...ofRedirect, await checkServiceAccount(env, logger)];
};
