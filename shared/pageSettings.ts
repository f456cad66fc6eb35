import type { ClientConfig } from './clientConfig.ts';
import type { SiteInfo } from './siteInfo.ts';

/** All server settings available to pages. */
export type PageSettings = {
  /** Embedded in the app's shell for the browser. */
  clientConfig: ClientConfig;
  /** For the public pages. */
  site: SiteInfo;
};

/** Input of every render. It is the same for every page and independent of the request. */
export type RenderSettings = PageSettings & {
  /** URLs of the sign-in screen's files, which public pages prefetch. Empty while Vite serves the sources. */
  signInFiles: readonly string[];
};
