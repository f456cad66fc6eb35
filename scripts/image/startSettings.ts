import { readFileSync } from 'node:fs';

const start = readFileSync(new URL('../../server/start.sh', import.meta.url), 'utf8');

/** Node's flags and the environment for memory and the compile cache, read from server/start.sh. */
export const startSettings = {
  flags: start.match(/--[\w-]+(?:=\S+)?/g) ?? [],
  env: Object.fromEntries(
    [...start.matchAll(/(MALLOC_\w+|NODE_COMPILE_CACHE)="\$\{\w+:-([^}]+)\}/g)].map(([, name, value]) => [name, value]),
  ),
};
