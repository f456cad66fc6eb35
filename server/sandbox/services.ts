import type { PlatformId } from '#shared/platforms.ts';
import { createGoogleService } from './google/googleService.ts';
import { createMetaService } from './meta/metaService.ts';
import { createTikTokService } from './tiktok/tiktokService.ts';
import { sandboxCredentials } from './credentials.ts';
import { serviceAccountKeyFile } from './google/serviceAccount/serviceAccountKey.ts';
import type { SandboxContext, SandboxService } from './Sandbox.ts';

/** The external services that the sandbox simulates. */
export const createServices = (context: SandboxContext): SandboxService[] => {
  const services: Record<PlatformId, SandboxService> = {
    google: createGoogleService(context),
    facebook: createMetaService(context),
    tiktok: createTikTokService(context),
  };
  return Object.values(services);
};

/** The environment variables that connect the product to a sandbox: provider addresses, credentials and mail server. */
export const sandboxEnvironment = (url: string, smtpUrl: string): Record<string, string> => {
  const { google, facebook, tiktok } = sandboxCredentials;
  return {
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    GOOGLE_SERVICE_ACCOUNT: serviceAccountKeyFile(url),
    GOOGLE_ACCOUNTS_URL: url,
    GOOGLE_OAUTH_URL: url,
    GOOGLE_JWKS_URL: `${url}/oauth2/v3/certs`,
    GOOGLE_ADS_URL: url,
    GOOGLE_SHEETS_URL: url,
    GOOGLE_DRIVE_URL: url,
    GOOGLE_DOCS_URL: url,
    GOOGLE_SIGNIN_SCRIPT_URL: `${url}/gsi/client`,
    FACEBOOK_APP_ID: facebook.appId,
    FACEBOOK_APP_SECRET: facebook.appSecret,
    FACEBOOK_VERIFY_TOKEN: facebook.verifyToken,
    FACEBOOK_URL: url,
    FACEBOOK_GRAPH_URL: url,
    TIKTOK_APP_ID: tiktok.appId,
    TIKTOK_APP_SECRET: tiktok.appSecret,
    TIKTOK_CALLS_PER_SECOND: '10',
    TIKTOK_AUTH_URL: `${url}/portal/auth`,
    TIKTOK_API_URL: url,
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Leadlight <noreply@leadlight.test>',
  };
};
