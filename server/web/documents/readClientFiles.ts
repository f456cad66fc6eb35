import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { contentTypeOf } from './contentTypes.ts';
import type { Coding, Compressed } from './compress.ts';
import { toReadyAnswer } from './readyAnswer.ts';
import type { ReadyAnswer } from './readyAnswer.ts';

/** Suffixes of the files that the build adds (`scripts/vite/precompress.ts`). */
export const compressedSuffixes = { br: '.br', gzip: '.gz' } as const satisfies Record<
  Exclude<Coding, 'identity'>,
  string
>;

/** Hidden files, source maps and compressed variants are not served by URL. */
const isServed = (path: string): boolean => !/(?:^|\/)\.|\.(?:map|br|gz)$/.test(path);

const listFiles = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
};

/** The served files of a built client, as paths in its folder. */
export const listServedFiles = async (clientDir: string): Promise<string[]> =>
  (await listFiles(clientDir)).filter(isServed);

/** Names under /assets contain a content hash; the few others (favicon, theme.js) are fixed. */
const cacheControl = (path: string): string =>
  path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';

/**
 * Reads all build files into memory: a client is a few megabytes, and requests then need no disk access.
 * @param clientDir `dist/client`
 * @returns the answers by URL
 */
export const readClientFiles = async (clientDir: string): Promise<ReadonlyMap<string, ReadyAnswer>> => {
  const paths = await listFiles(clientDir);
  const present = new Set(paths);

  const readCompressed = async (path: string): Promise<Compressed> => {
    const compressed = new Map<Exclude<Coding, 'identity'>, Buffer>();
    for (const coding of ['br', 'gzip'] as const) {
      const file = path + compressedSuffixes[coding];
      if (present.has(file)) compressed.set(coding, await readFile(join(clientDir, file)));
    }
    return compressed;
  };

  const files = new Map<string, ReadyAnswer>();
  for (const path of paths.filter(isServed)) {
    const answer = toReadyAnswer({
      contentType: contentTypeOf(path),
      cacheControl: cacheControl(path),
      body: await readFile(join(clientDir, path)),
      compressed: await readCompressed(path),
    });
    files.set(encodeURI(`/${path}`), answer);
  }
  return files;
};
