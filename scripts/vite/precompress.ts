import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { compressText } from '#server/web/documents/compress.ts';
import { contentTypeOf, isText } from '#server/web/documents/contentTypes.ts';
import { compressedSuffixes, listServedFiles } from '#server/web/documents/readClientFiles.ts';

/** Writes `.br` and `.gz` next to a text file if they are smaller. */
const compressFile = async (file: string): Promise<void> => {
  const compressed = await compressText(await readFile(file));
  await Promise.all([...compressed].map(([coding, bytes]) => writeFile(file + compressedSuffixes[coding], bytes)));
};

/** @param clientDir folder of a finished client build */
export const compressFiles = async (clientDir: string): Promise<void> => {
  const texts = (await listServedFiles(clientDir)).filter((path) => isText(contentTypeOf(path)));
  await Promise.all(texts.map((path) => compressFile(join(clientDir, path))));
};

/**
 * Compresses the built client, so that the web server never compresses a file. Runs after the whole build, because the
 * server build adds files to the client.
 */
export const precompress = (): Plugin => ({
  name: 'leadlight:precompress',
  apply: 'build',
  buildApp: {
    order: 'post',
    async handler({ environments }) {
      const outDir = environments['client']?.config.build.outDir;
      if (outDir === undefined) throw new Error('The build has no client whose files could be compressed');
      await compressFiles(outDir);
    },
  },
});
