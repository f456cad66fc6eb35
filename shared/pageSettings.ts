import type { ClientConfig } from './clientConfig.ts';
import type { SiteInfo } from './siteInfo.ts';

/** The explicit list of what pages may know of the server's environment. */
export type PageSettings = {
  /** For the app's shell, which carries it to the browser. */
  clientConfig: ClientConfig;
  /** For the public pages. */
  site: SiteInfo;
};

/** Input of every rendering: the same for every page, and nothing from the request. */
export type RenderSettings = PageSettings & {
  /** Addresses of the files of the sign-in screen, which public pages prefetch; empty while Vite serves the sources. */
  signInFiles: readonly string[];
};
