import type { Config } from 'vike/types';
import vikeReact from 'vike-react/config';

/**
 * Every page leaves the server as HTML with one small entry of its own (`+client.ts`): no page is hydrated, so neither
 * React nor Vike's client reaches the public pages, and the app starts itself in its shell.
 */
export default {
  extends: [vikeReact],
  clientRouting: false,
  clientHooks: false,
  // Without this the build would still write code to hydrate each page, which nobody loads.
  meta: { Page: { env: { server: true } } },
} satisfies Config;
