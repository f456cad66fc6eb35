import type { Env } from '../config/env.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import type { PlatformRegistry } from './AdPlatform.ts';
import { createFacebookAdapter } from './facebook/adapter.ts';
import { createGoogleAdapter } from './google/adapter.ts';
import type { CallBudget } from './calls/callBudget.ts';
import type { CallLimits } from './calls/http.ts';
import { createTikTokAdapter } from './tiktok/adapter.ts';

type RegistryOptions = {
  /** Rate limits shared by all processes. Without it, this process counts alone. */
  budget?: CallBudget;
  limits?: Partial<CallLimits>;
};

/** The platforms of this install; null if credentials are missing. */
export const createPlatformRegistry = (env: Env, logger: Logger, options: RegistryOptions = {}): PlatformRegistry => ({
  google: googleOf(env, logger, options),
  facebook: facebookOf(env, logger, options),
  tiktok: tiktokOf(env, logger, options),
});

const googleOf = (env: Env, logger: Logger, options: RegistryOptions): PlatformRegistry['google'] => {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (clientId === undefined || clientSecret === undefined) return null;
  return createGoogleAdapter({
    clientId,
    clientSecret,
    accountsUrl: env.GOOGLE_ACCOUNTS_URL,
    oauthUrl: env.GOOGLE_OAUTH_URL,
    adsUrl: env.GOOGLE_ADS_URL,
    logger,
    ...options,
  });
};

const facebookOf = (env: Env, logger: Logger, options: RegistryOptions): PlatformRegistry['facebook'] => {
  const { FACEBOOK_APP_ID: appId, FACEBOOK_APP_SECRET: appSecret } = env;
  if (appId === undefined || appSecret === undefined) return null;
  return createFacebookAdapter({
    appId,
    appSecret,
    dialogUrl: env.FACEBOOK_URL,
    graphUrl: env.FACEBOOK_GRAPH_URL,
    graphVersion: env.FACEBOOK_GRAPH_VERSION,
    logger,
    ...options,
  });
};

const tiktokOf = (env: Env, logger: Logger, options: RegistryOptions): PlatformRegistry['tiktok'] => {
  const { TIKTOK_APP_ID: appId, TIKTOK_APP_SECRET: appSecret } = env;
  if (appId === undefined || appSecret === undefined) return null;
  return createTikTokAdapter({
    appId,
    appSecret,
    authUrl: env.TIKTOK_AUTH_URL,
    apiUrl: env.TIKTOK_API_URL,
    callsPerSecond: env.TIKTOK_CALLS_PER_SECOND,
    logger,
    ...options,
  });
};
