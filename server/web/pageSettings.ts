import type { ClientConfig } from '#shared/clientConfig.ts';
import { messages } from '#shared/messages.ts';
import type { SiteInfo } from '#shared/siteInfo.ts';
import type { Env } from '#server/config/env.ts';
import { sampleSheetUrl } from '#server/config/sampleSheet.ts';

/** The explicit list of what pages may know of the environment; nothing else of it reaches a rendering. */
export type PageSettings = {
  /** For the app's shell, which carries it to the browser. */
  clientConfig: ClientConfig;
  /** For the public pages. */
  site: SiteInfo;
};

export const toPageSettings = (env: Env): PageSettings => ({
  clientConfig: {
    googleClientId: env.GOOGLE_CLIENT_ID ?? null,
    googleSigninScriptUrl: env.GOOGLE_SIGNIN_SCRIPT_URL,
    passwordMinLength: env.PASSWORD_MIN_LENGTH,
    registration: env.REGISTRATION,
    registrationText: env.REGISTRATION === 'open' ? '' : messages.auth.registration[env.REGISTRATION],
    isSandbox: env.SANDBOX,
    sampleSheetUrl: sampleSheetUrl(env),
  },
  site: {
    origin: env.PUBLIC_URL,
    contactEmail: env.CONTACT_EMAIL ?? null,
    leadRetentionDays: env.LEAD_RETENTION_DAYS ?? null,
    registration: env.REGISTRATION,
  },
});
