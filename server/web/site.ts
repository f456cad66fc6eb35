import { appPaths, routes } from '#shared/routes.ts';
import { compressText } from './compress.ts';
import type { Compressed } from './compress.ts';
import { prepareDocuments } from './prepareDocuments.ts';
import { readClientFiles } from './readClientFiles.ts';
import { toReadyAnswer } from './readyAnswer.ts';
import type { FindAnswer, ReadyAnswer } from './readyAnswer.ts';
import type { RenderedPage, RenderPage } from './renderPage.ts';
import type { SiteDocument } from './siteDocuments.ts';

/** All that the public server answers by itself. */
export type Site = {
  /** Pages, documents and files, by path. */
  find: FindAnswer;
  /** The page for every other address. */
  notFound: () => ReadyAnswer | Promise<ReadyAnswer>;
};

const publicPaths = new Set<string>(
  Object.values(routes)
    .filter((route) => route.access === 'public')
    .map((route) => route.path),
);

/** The addresses of the product's screens. */
export const pagePaths: ReadonlySet<string> = new Set([...publicPaths, ...appPaths]);

/** A path that no page has; every unknown address is answered with what is rendered for it. */
const nowhere = '/404';

/**
 * Caches in front may keep a public page for a minute; browsers ask each time, since a page names the files of its build.
 * Nobody keeps the shell of the app: it is hardly larger than the answer that it has not changed, and of a page that may
 * be kept some browsers also freeze the screen, which would come back with its leads after a sign-out in another tab.
 */
const cacheControl = (path: string): string => (publicPaths.has(path) ? 'public, max-age=0, s-maxage=60' : 'no-store');

const toAnswer = (path: string, { status, html, modules }: RenderedPage, compressed: Compressed): ReadyAnswer =>
  toReadyAnswer({
    status,
    contentType: 'text/html; charset=utf-8',
    cacheControl: cacheControl(path),
    headers: {
      ...(modules.length > 0 ? { Link: modules.map((module) => `<${module}>; rel=modulepreload`).join(', ') } : {}),
      // Said here too, beside the page's own `noindex`, for what reads only the headers.
      ...(publicPaths.has(path) ? {} : { 'X-Robots-Tag': 'noindex' }),
    },
    body: Buffer.from(html),
    compressed,
  });

type BuiltParts = {
  renderPage: RenderPage;
  /** Folder of the built client, `dist/client`. */
  clientDir: string;
  documents: ReadonlyMap<string, SiteDocument>;
};

/**
 * The site of a build, all of it in memory: a page depends on nothing but its path and the environment, so one rendering
 * per process is enough. It happens before the server listens; neither the first visitor waits for it, nor does a build
 * start whose pages cannot be rendered.
 */
export const prepareBuiltSite = async ({ renderPage, clientDir, documents }: BuiltParts): Promise<Site> => {
  const prepare = async (path: string): Promise<ReadyAnswer> => {
    const page = await renderPage(path);
    return toAnswer(path, page, await compressText(Buffer.from(page.html)));
  };
  const [files, notFound, ...pages] = await Promise.all([
    readClientFiles(clientDir),
    prepare(nowhere),
    ...[...pagePaths].map(async (path) => [path, await prepare(path)] as const),
  ]);
  const answers = new Map([...files, ...pages]);
  const findDocument = prepareDocuments(documents);
  return { find: (path) => answers.get(path) ?? findDocument(path), notFound: () => notFound };
};

type DevParts = Pick<BuiltParts, 'renderPage' | 'documents'>;

/** The site while its sources change: pages are rendered at each request, files come from Vite. */
export const createDevSite = ({ renderPage, documents }: DevParts): Site => {
  const render = async (path: string): Promise<ReadyAnswer> => toAnswer(path, await renderPage(path), new Map());
  const findDocument = prepareDocuments(documents);
  return { find: (path) => (pagePaths.has(path) ? render(path) : findDocument(path)), notFound: () => render(nowhere) };
};
