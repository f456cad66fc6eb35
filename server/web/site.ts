import { appPaths, routes } from '#shared/routes.ts';
import { compressText } from '#server/web/documents/compress.ts';
import type { Compressed } from '#server/web/documents/compress.ts';
import { prepareDocuments } from '#server/web/documents/prepareDocuments.ts';
import { readClientFiles } from '#server/web/documents/readClientFiles.ts';
import { toReadyAnswer } from '#server/web/documents/readyAnswer.ts';
import type { FindAnswer, ReadyAnswer } from '#server/web/documents/readyAnswer.ts';
import type { RenderedPage, RenderPage } from '#server/web/pages/renderPage.ts';
import type { SiteDocument } from '#server/web/documents/siteDocuments.ts';

/** All responses that the public server creates itself. */
export type Site = {
  /** Pages, documents and files, by path. */
  find: FindAnswer;
  /** The page for every other URL. */
  notFound: () => ReadyAnswer | Promise<ReadyAnswer>;
};

const publicPaths = new Set<string>(
  Object.values(routes)
    .filter((route) => route.access === 'public')
    .map((route) => route.path),
);

/** Paths of the product's screens. */
export const pagePaths: ReadonlySet<string> = new Set([...publicPaths, ...appPaths]);

/** A path without a page; its rendering answers every unknown URL. */
const nowhere = '/404';

/**
 * Shared caches may keep a public page for a minute. Browsers always revalidate, because a page names the files of its
 * build. The app shell is never cached: it is hardly larger than a 304, and some browsers freeze cacheable pages, which
 * would show leads again after a sign-out in another tab.
 */
const cacheControl = (path: string): string => (publicPaths.has(path) ? 'public, max-age=0, s-maxage=60' : 'no-store');

const toAnswer = (path: string, { status, html, modules }: RenderedPage, compressed: Compressed): ReadyAnswer =>
  toReadyAnswer({
    status,
    contentType: 'text/html; charset=utf-8',
    cacheControl: cacheControl(path),
    headers: {
      ...(modules.length > 0 ? { Link: modules.map((module) => `<${module}>; rel=modulepreload`).join(', ') } : {}),
      // Repeats the page's `noindex` in a header, for programs that read only headers.
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
 * Prepares the site of a build in memory: a page depends only on its path and the environment, so it is rendered once
 * per process. This happens before the server listens, so the first visitor does not wait, and a build with a broken
 * page does not start.
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

/** The site in development: renders pages per request; Vite serves the files. */
export const createDevSite = ({ renderPage, documents }: DevParts): Site => {
  const render = async (path: string): Promise<ReadyAnswer> => toAnswer(path, await renderPage(path), new Map());
  const findDocument = prepareDocuments(documents);
  return { find: (path) => (pagePaths.has(path) ? render(path) : findDocument(path)), notFound: () => render(nowhere) };
};
