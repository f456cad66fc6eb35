import { get } from 'node:http';

/*
 * Exits with 0 if the process in the same container answers. Runs every few seconds in each container, so it loads no
 * modules and reads only the address from the environment.
 */

const timeoutMs = 4_000;

/** An empty variable counts as missing, as in server/config/env.ts. */
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
