import { afterEach, expect, it } from 'vitest';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AdPlatform } from './AdPlatform.ts';
import { createFacebookAdapter } from './facebook/adapter.ts';
import { createGoogleAdapter } from './google/adapter.ts';
import { startServer } from './testing/startServer.ts';
import type { TestServer } from './testing/startServer.ts';
import { createTikTokAdapter } from './tiktok/adapter.ts';

let server: TestServer | undefined;
afterEach(() => server?.close());

const adapterAt = (id: PlatformId, url: string): AdPlatform => {
  const app = { appId: '1', appSecret: 's' };
  const client = { clientId: 'c', clientSecret: 's' };
  const adapters = {
    google: () => createGoogleAdapter({ ...client, accountsUrl: url, oauthUrl: url, adsUrl: url }),
    facebook: () => createFacebookAdapter({ ...app, dialogUrl: url, graphUrl: url }),
    tiktok: () => createTikTokAdapter({ ...app, authUrl: url, apiUrl: url }),
  };
  return adapters[id]();
};

const emptyList = { google: '{}', facebook: '{"data":[]}', tiktok: '{"code":0,"data":{"list":[]}}' };

it.each(platformIds)('%s: asks again after a page of the edge and after an empty 200', async (id) => {
  const bodies = ['<html>We will be back</html>', '', emptyList[id]];
  let calls = 0;
  server = await startServer((_request, response) => {
    response.end(bodies[calls]);
    calls += 1;
  });
  expect(await adapterAt(id, server.url).listAccounts({ accessToken: 't', patience: 'interactive' })).toEqual([]);
  expect(calls).toBe(3);
});
