import type { Config } from 'vike/types';
import vikeReact from 'vike-react/config';

/**
 * The server renders every page as HTML with a small entry (`+client.ts`). No page is hydrated: neither React nor
 * Vike's client is loaded on public pages, and the app starts itself in its shell.
 */
export default {
  extends: [vikeReact],
  clientRouting: false,
  clientHooks: false,
  // Without this, the build would still emit unused hydration code for each page.
  meta: { Page: { env: { server: true } } },
} satisfies Config;
