import { execFileSync } from 'node:child_process';
import type { ExecFileSyncOptions } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../node_modules/.cache/leadlight-nginx', import.meta.url));

const defaultPaths = [
  '/usr/sbin/nginx',
  '/usr/local/sbin/nginx',
  '/usr/local/nginx/sbin/nginx',
  '/opt/homebrew/bin/nginx',
  '/usr/local/bin/nginx',
  join(cache, 'usr/sbin/nginx'),
];

const find = (): string | null =>
  [process.env['NGINX_PATH'], ...defaultPaths].find((path) => path && existsSync(path)) ?? null;

const isRoot = process.getuid?.() === 0;

/**
 * Unpacks Debian's package beside the project's modules instead of installing it, which would also start its service, on
 * the ports of this machine. That takes no rights but for the libraries it is linked with, which are mostly there already.
 */
const fetchFromDebian = (): void => {
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } satisfies ExecFileSyncOptions;
  const aptGet = (args: string[], cwd?: string) =>
    execFileSync('apt-get', ['-qq', '-o', 'APT::Sandbox::User=root', ...args], { ...options, cwd });
  mkdirSync(dirname(cache), { recursive: true });
  const draft = mkdtempSync(`${cache}-`);
  try {
    if (isRoot) {
      aptGet(['update']);
      aptGet(['install', '-y', '--no-install-recommends', 'libpcre2-8-0', 'libssl3', 'zlib1g']);
    }
    aptGet(['download', 'nginx'], draft);
    for (const file of readdirSync(draft))
      execFileSync('dpkg-deb', ['-x', join(draft, file), join(draft, 'unpacked')], options);
    // Another run may have been faster; then its copy serves.
    if (!existsSync(cache)) renameSync(join(draft, 'unpacked'), cache);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};

/**
 * The nginx that the tests put in front of the product: the one of NGINX_PATH, the system's, or Debian's package, fetched
 * where that is possible.
 * @throws with one line that says what to install
 */
export const findNginx = (): string => {
  const found = find();
  if (found) return found;
  let cause: unknown;
  if (existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Fetching nginx for the tests of the edge …\n');
    try {
      fetchFromDebian();
    } catch (error) {
      cause = error;
    }
    const fetched = find();
    if (fetched) return fetched;
  }
  throw new Error('No nginx found: install it (Debian: apt install nginx) or name one in NGINX_PATH.', { cause });
};
