import type { PlatformId } from '#shared/platforms.ts';
import type { AdPlatform } from '../AdPlatform.ts';
import { createFacebookAdapter } from '../facebook/adapter.ts';
import { createGoogleAdapter } from '../google/adapter.ts';
import { createTikTokAdapter } from '../tiktok/adapter.ts';

/** A platform adapter that calls a test server. */
export const adapterAt = (id: PlatformId, url: string): AdPlatform => {
  const app = { appId: '1', appSecret: 's' };
  const client = { clientId: 'c', clientSecret: 's' };
  const adapters = {
    google: () => createGoogleAdapter({ ...client, accountsUrl: url, oauthUrl: url, adsUrl: url }),
    facebook: () => createFacebookAdapter({ ...app, dialogUrl: url, graphUrl: url, graphVersion: 'v26.0' }),
    tiktok: () => createTikTokAdapter({ ...app, authUrl: url, apiUrl: url, callsPerSecond: 50 }),
  };
  return adapters[id]();
};
