/** The apps that the sandbox knows: the product is started with these and with nothing else. */
export const SANDBOX_CREDENTIALS = {
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
} as const;

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether an address counts as registered with the sandbox's app of that provider: any port of this machine, but exactly
 * the callback path. The token exchange must repeat the address character by character.
 */
export function isRegisteredRedirect(provider: 'google' | 'facebook' | 'tiktok', address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return (
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    LOOPBACK_HOSTS.has(url.hostname) &&
    url.pathname === `/auth/${provider}/callback` &&
    url.search === '' &&
    url.hash === ''
  );
}
