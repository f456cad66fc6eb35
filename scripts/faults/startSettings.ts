import { readFileSync } from 'node:fs';
import * as z from 'zod';

const packageFile = new URL('../../package.json', import.meta.url);
const scripts = z.object({ scripts: z.object({ start: z.string() }) });
const { start } = scripts.parse(JSON.parse(readFileSync(packageFile, 'utf8'))).scripts;

/** How `npm start` runs node: flags of V8 and of the C library for its memory, and where it keeps compiled code. */
export const startSettings = {
  flags: start.match(/--[\w-]+(?:=\S+)?/g) ?? [],
  env: Object.fromEntries(
    [...start.matchAll(/(MALLOC_\w+|NODE_COMPILE_CACHE)=\$\{\w+:-([^}]+)\}/g)].map(([, name, value]) => [name, value]),
  ),
};
