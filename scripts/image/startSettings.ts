import { readFileSync } from 'node:fs';

const start = readFileSync(new URL('../../server/start.sh', import.meta.url), 'utf8');

/** How `npm start` runs node: flags of V8 and of the C library for its memory, and where it keeps compiled code. */
export const startSettings = {
  flags: start.match(/--[\w-]+(?:=\S+)?/g) ?? [],
  env: Object.fromEntries(
    [...start.matchAll(/(MALLOC_\w+|NODE_COMPILE_CACHE)="\$\{\w+:-([^}]+)\}/g)].map(([, name, value]) => [name, value]),
  ),
};
