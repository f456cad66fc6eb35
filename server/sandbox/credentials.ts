import type { PlatformId } from '#shared/platforms.ts';

/** Credentials of the sandbox's apps. The product has to start with them. */
export const sandboxCredentials = {
  google: {
    clientId: 'sandbox-google-client.apps.googleusercontent.test',
    clientSecret: 'google-sandbox-secret-0001',
    serviceAccount: 'leads-sync@leadlight-sandbox.iam.gserviceaccount.test',
  },
  facebook: {
    appId: '417700000000123',
    appSecret: 'meta-sandbox-secret-0001',
    verifyToken: 'sandbox-verify-token',
  },
  tiktok: {
    appId: '7400000000000000123',
    appSecret: 'tiktok-sandbox-secret-0001',
  },
} as const satisfies Record<PlatformId, object>;
