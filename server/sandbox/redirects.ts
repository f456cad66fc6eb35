import type { PlatformId } from '#shared/platforms.ts';

/** The addresses to which the consent pages send people back. */
export type Redirects = ReturnType<typeof createRedirects>;

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Any port of this machine, but exactly the callback path: what a fresh sandbox takes. */
const isCallbackHere = (provider: PlatformId, address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return (
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    loopbackHosts.has(url.hostname) &&
    url.pathname === `/auth/${provider}/callback` &&
    url.search === '' &&
    url.hash === ''
  );
};

export const createRedirects = () => {
  const registered = new Map<PlatformId, readonly string[]>();
  return {
    /** The token exchange must repeat the address character by character. */
    isRegistered: (provider: PlatformId, address: string): boolean =>
      registered.get(provider)?.includes(address) ?? isCallbackHere(provider, address),
    /** From now on these and no others, as at the real platforms. */
    register(provider: PlatformId, addresses: readonly string[]): void {
      registered.set(provider, addresses);
    },
  };
};
