import { get } from 'node:http';

/*
 * Whether the process beside it is alive: exits with 0 when it answers. It runs every few seconds in each container, so
 * it loads nothing and reads only the address from the environment.
 */

const timeoutMs = 4_000;

/** An empty variable counts as missing, as in the program. */
const read = (name: string, fallback: string): string => process.env[name]?.trim() || fallback;

const hasPages = read('ROLES', 'web')
  .split(',')
  .some((role) => role.trim() === 'web');
const port = hasPages ? read('PORT', '3000') : read('API_PORT', '4000');
const host = read('HOST', '127.0.0.1');
const everywhere = ['0.0.0.0', '::'];

get(
  { host: everywhere.includes(host) ? '127.0.0.1' : host, port, path: '/healthz', timeout: timeoutMs },
  ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1),
)
  .once('timeout', () => process.exit(1))
  .once('error', () => process.exit(1));
