import { readFileSync } from 'node:fs';

const start = readFileSync(new URL('../../server/start.sh', import.meta.url), 'utf8');

const [ofWorkers = '', ofOthers = ''] = [...start.matchAll(/memory='(.+)'/g)].map(([, flags = '']) => flags);

/** The environment for memory and the compile cache, read from server/start.sh. */
export const startEnv = Object.fromEntries(
  [...start.matchAll(/(MALLOC_\w+|NODE_COMPILE_CACHE)="\$\{\w+:-([^}]+)\}/g)].map(([, name, value]) => [name, value]),
);

/** Node's flags for a process with these roles, read from server/start.sh. */
export const startFlags = (roles = 'worker'): string[] => [
  '--expose-gc',
  ...(roles.includes('worker') ? ofWorkers : ofOthers).split(' '),
];
