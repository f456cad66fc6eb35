import type { RenderSettings } from '#shared/pageSettings.ts';

declare global {
  namespace Vike {
    /** Passed by the web server to every render. */
    interface PageContext extends RenderSettings {}
  }
}
