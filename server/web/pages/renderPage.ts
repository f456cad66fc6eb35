import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageSettings, RenderSettings } from '#shared/pageSettings.ts';
import { readAppFiles } from '#server/web/documents/readAppFiles.ts';

export type RenderedPage = {
  status: number;
  html: string;
  /** URLs of the scripts of the page's screen, for the browser to preload. */
  modules: readonly string[];
};

/** Renders the page of a path: one of `shared/routes.ts`, or the not-found page with status 404. */
export type RenderPage = (path: string) => Promise<RenderedPage>;

type VikeAnswer = {
  errorWhileRendering?: unknown;
  httpResponse: { statusCode: number; body: string };
};
type VikeServer = { renderPage(init: { urlOriginal: string } & RenderSettings): Promise<VikeAnswer> };

/**
 * Renders through Vike. Only the path of the request is used: a public page must be the same for every visitor, because
 * shared caches keep it.
 * @throws errors of the page; Vike itself would render its error page and hide the cause
 */
export const renderWith =
  (vike: VikeServer, settings: RenderSettings): RenderPage =>
  async (path) => {
    const { errorWhileRendering, httpResponse } = await vike.renderPage({ urlOriginal: path, ...settings });
    if (errorWhileRendering !== undefined && errorWhileRendering !== null) throw errorWhileRendering;
    return { status: httpResponse.statusCode, html: httpResponse.body, modules: [] };
  };

/**
 * Loads the renderer of a build.
 * @param entry `dist/server/entry.mjs`, which registers its pages with Vike when loaded
 * @throws when there is no build
 */
export const loadBuiltRenderer = async (entry: string, settings: PageSettings): Promise<RenderPage> => {
  try {
    await import(pathToFileURL(entry).href);
  } catch (cause) {
    throw new Error(`The pages cannot be loaded from ${entry}: run "npm run build" first`, { cause });
  }
  const { modulesOf, signIn } = await readAppFiles(join(dirname(entry), '..', 'assets.json'));
  const render = renderWith(await import('vike/server'), { ...settings, signInFiles: signIn });
  return async (path) => ({ ...(await render(path)), modules: modulesOf(path) });
};
