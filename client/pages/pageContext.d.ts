import type { PageSettings } from '#server/web/pageSettings.ts';

declare global {
  namespace Vike {
    /** What the web server hands to every rendering. */
    interface PageContext extends PageSettings {}
  }
}
