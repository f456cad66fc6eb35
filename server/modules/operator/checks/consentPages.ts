import type { PlatformId } from '#shared/platforms.ts';
import type { Env } from '#server/config/env.ts';
import { newSecret } from '#server/lib/ids.ts';
import type { AdPlatform } from '#server/providers/AdPlatform.ts';
import { ask, isSilence } from '#server/modules/operator/questions/ask.ts';
import type { Answer } from '#server/modules/operator/questions/ask.ts';

/** The exact redirect address to enter at the platform. */
export const redirectUriOf = ({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>, platform: PlatformId): string =>
  `${PUBLIC_URL}/auth/${platform}/callback`;

/** Loads a platform's consent page as a new visitor; null without a response. Opening it grants nothing. */
export const askConsentPage = async (env: Env, platform: AdPlatform): Promise<Answer | null> => {
  const address = platform.consentUrl({
    state: newSecret(),
    redirectUri: redirectUriOf(env, platform.id),
    codeChallenge: newSecret(),
  });
  const answer = await ask(address);
  return isSilence(answer) ? null : answer;
};
