import { messages } from '#shared/messages.ts';
import type { PageSettings } from '#shared/pageSettings.ts';
import type { Env } from '#server/config/env.ts';
import { sampleSheetUrl } from '#server/config/sampleSheet.ts';

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
