import type { PlatformId } from '#shared/platforms.ts';

/** The allowed redirect addresses of consent pages. */
export type Redirects = ReturnType<typeof createRedirects>;

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The default of a new sandbox: any port on this machine, but exactly the callback path. */
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
    /** The token exchange must repeat the address exactly. */
    isRegistered: (provider: PlatformId, address: string): boolean =>
      registered.get(provider)?.includes(address) ?? isCallbackHere(provider, address),
    /** Allows only these addresses from now on, like real platforms. */
    register(provider: PlatformId, addresses: readonly string[]): void {
      registered.set(provider, addresses);
    },
  };
};
