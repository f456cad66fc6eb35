import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Content codings (RFC 9110, 8.4); `identity` is uncompressed. */
export type Coding = 'br' | 'gzip' | 'identity';
export type Compressed = ReadonlyMap<Exclude<Coding, 'identity'>, Buffer>;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Smaller texts fit into one packet anyway. */
const minBytes = 1024;

/**
 * Compresses a text as much as possible, because it is compressed once and sent often. Empty if no coding makes it
 * smaller.
 */
export const compressText = async (text: Buffer): Promise<Compressed> => {
  if (text.length < minBytes) return new Map();
  const [br, gz] = await Promise.all([
    brotliAsync(text, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
    gzipAsync(text, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  const compressed = new Map([
    ['br', br],
    ['gzip', gz],
  ] as const);
  for (const [coding, bytes] of compressed) if (bytes.length >= text.length) compressed.delete(coding);
  return compressed;
};
