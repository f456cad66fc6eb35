import type { ClientConfig } from '#shared/clientConfig.ts';
import type { Env } from '#server/config/env.ts';

/** The explicit list of what a browser may know of the environment. */
export const toClientConfig = (env: Env): ClientConfig => ({
  googleClientId: env.GOOGLE_CLIENT_ID ?? null,
  googleSigninScriptUrl: env.GOOGLE_SIGNIN_SCRIPT_URL,
  passwordMinLength: env.PASSWORD_MIN_LENGTH,
  isSandbox: env.SANDBOX,
});
