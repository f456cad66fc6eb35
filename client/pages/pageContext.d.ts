import type { ClientConfig } from '#shared/clientConfig.ts';

declare global {
  namespace Vike {
    interface PageContext {
      /** What the web server hands to every rendering; the app's shell carries it to the browser. */
      clientConfig: ClientConfig;
    }
  }
}
