import { readFileSync } from 'node:fs';
import * as z from 'zod';

const packageFile = new URL('../../package.json', import.meta.url);
const scripts = z.object({ scripts: z.object({ start: z.string() }) });
const { start } = scripts.parse(JSON.parse(readFileSync(packageFile, 'utf8'))).scripts;

/** How `npm start` tells node to keep house with its memory: flags of V8 and of the C library. */
export const startSettings = {
  flags: start.match(/--[\w-]+=\S+/g) ?? [],
  env: Object.fromEntries(
    [...start.matchAll(/(MALLOC_\w+)=\$\{\w+:-(\w+)\}/g)].map(([, name, value]) => [name, value]),
  ),
};
