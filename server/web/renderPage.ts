import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageSettings, RenderSettings } from '#shared/pageSettings.ts';
import { readAppFiles } from './readAppFiles.ts';

export type RenderedPage = {
  status: number;
  html: string;
  /** Addresses of the scripts that the page's screen needs, for the browser to fetch at once. */
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
 * Renders through Vike. Nothing of the request but the path goes in: a public page must be the same for everybody,
 * because caches in front keep it.
 * @throws whatever a page threw; Vike itself would answer with the error page and keep the reason
 */
export const renderWith =
  (vike: VikeServer, settings: RenderSettings): RenderPage =>
  async (path) => {
    const { errorWhileRendering, httpResponse } = await vike.renderPage({ urlOriginal: path, ...settings });
    if (errorWhileRendering !== undefined && errorWhileRendering !== null) throw errorWhileRendering;
    return { status: httpResponse.statusCode, html: httpResponse.body, modules: [] };
  };

/**
 * The renderer of a build.
 * @param entry `dist/server/entry.mjs`, which hands its pages to Vike when it is loaded
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
