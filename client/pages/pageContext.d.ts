import type { RenderSettings } from '#server/web/renderPage.ts';

declare global {
  namespace Vike {
    /** What the web server hands to every rendering. */
    interface PageContext extends RenderSettings {}
  }
}
