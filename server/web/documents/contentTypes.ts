import { extname } from 'node:path';

/** File types of our builds. `nosniff` forbids browsers to guess, so each file needs its type. */
const byExtension: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** @throws for an unlisted type, which browsers could not use */
export const contentTypeOf = (file: string): string => {
  const contentType = byExtension[extname(file)];
  if (contentType === undefined) throw new Error(`No content type is known for ${file}: add it to contentTypes.ts`);
  return contentType;
};

/** Images, fonts and videos are already compressed. */
export const isText = (contentType: string): boolean => contentType.includes('charset=utf-8');
