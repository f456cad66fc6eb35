import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { listen } from '#server/lib/http/listen.ts';
import { sandboxCredentials } from '#testing/sandbox/sandbox.ts';
import type { Installation } from '#server/cli/testing/startInstallation.ts';
import { withClosedPort, withEnv } from './Fault.ts';
import type { Fault } from './Fault.ts';

const asApp = (installation: Installation, path: string, init: RequestInit): Promise<Response> =>
  fetch(`${installation.sandbox.url}${path}`, { ...init, headers: { 'content-type': 'application/json' } });

const registerRedirects = (installation: Installation, provider: string, addresses: string[]): Promise<Response> =>
  asApp(installation, '/control/redirects', { method: 'PUT', body: JSON.stringify({ provider, addresses }) });

const withoutRedirect = (provider: 'google' | 'facebook'): Fault => ({
  name: `a redirect address that is not registered at ${provider}`,
  id: `${provider}.redirect`,
  remedy: `/auth/${provider}/callback`,
  arrange: async (installation) => {
    await registerRedirects(installation, provider, ['https://leads.example.org/auth/callback']);
    return {
      undo: () =>
        registerRedirects(installation, provider, [`${installation.source['PUBLIC_URL']}/auth/${provider}/callback`]),
    };
  },
});

/** Subscribes Meta's app to webhooks at an address. */
const subscribeMeta = (installation: Installation, callbackUrl: string, verifyToken: string): Promise<Response> => {
  const { appId, appSecret } = sandboxCredentials.facebook;
  return asApp(installation, `/v26.0/${appId}/subscriptions`, {
    method: 'POST',
    body: JSON.stringify({
      access_token: `${appId}|${appSecret}`,
      object: 'page',
      fields: 'leadgen',
      callback_url: callbackUrl,
      verify_token: verifyToken,
    }),
  });
};

const otherKeyFile = (): string => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return JSON.stringify({
    type: 'service_account',
    client_email: sandboxCredentials.google.serviceAccount,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  });
};

/** Wrong settings of the platforms' apps. */
export const platformFaults: readonly Fault[] = [
  withEnv('a wrong Google client secret', 'google.credentials', 'GOOGLE_CLIENT_SECRET', {
    GOOGLE_CLIENT_SECRET: 'x',
  }),
  withClosedPort('Google out of reach', 'google.credentials', 'GOOGLE_OAUTH_URL'),
  {
    name: 'a service account key that Google does not know',
    id: 'google.service-account',
    remedy: 'GOOGLE_SERVICE_ACCOUNT',
    arrange: async () => ({ env: { GOOGLE_SERVICE_ACCOUNT: otherKeyFile() } }),
  },
  withoutRedirect('google'),
  withoutRedirect('facebook'),
  {
    ...withEnv('a wrong Meta app secret', 'facebook.credentials', 'FACEBOOK_APP_SECRET', { FACEBOOK_APP_SECRET: 'x' }),
    also: ['facebook.deliveries'],
  },
  withEnv('an app id that Meta does not know', 'facebook.credentials', 'FACEBOOK_APP_ID', { FACEBOOK_APP_ID: '1' }),
  withEnv('a version that Meta does not answer', 'facebook.version', 'FACEBOOK_GRAPH_VERSION', {
    FACEBOOK_GRAPH_VERSION: 'v99.0',
  }),
  withEnv('a verify token that the process does not know', 'facebook.handshake', 'FACEBOOK_VERIFY_TOKEN', {
    FACEBOOK_VERIFY_TOKEN: 'another text',
  }),
  {
    name: 'a Meta app that delivers elsewhere',
    id: 'facebook.subscription',
    remedy: '/webhooks/meta',
    arrange: async (installation) => {
      const elsewhere = createServer((request, response) => {
        response.end(new URL(request.url ?? '', 'http://localhost').searchParams.get('hub.challenge'));
      });
      const port = await listen(elsewhere, '127.0.0.1', 0);
      await subscribeMeta(installation, `http://127.0.0.1:${port}/webhooks/meta`, 'any');
      elsewhere.close();
      const { PUBLIC_URL = '', FACEBOOK_VERIFY_TOKEN = '' } = installation.source;
      return { undo: () => subscribeMeta(installation, `${PUBLIC_URL}/webhooks/meta`, FACEBOOK_VERIFY_TOKEN) };
    },
  },
  {
    ...withEnv('a wrong TikTok app secret', 'tiktok.credentials', 'TIKTOK_APP_SECRET', { TIKTOK_APP_SECRET: 'x' }),
    also: ['tiktok.deliveries'],
  },
];
