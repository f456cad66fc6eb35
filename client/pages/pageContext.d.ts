import type { RenderSettings } from '#shared/pageSettings.ts';

declare global {
  namespace Vike {
    /** What the web server hands to every rendering. */
    interface PageContext extends RenderSettings {}
  }
}
