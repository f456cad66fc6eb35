import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aptGet, hasAptGet, isRoot } from '#testing/aptGet.ts';

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

/**
 * Unpacks Debian's package into node_modules. Installing it would also start its service on this machine's ports. Unpacking
 * needs no root rights, except for missing shared libraries; most machines have them.
 */
const fetchFromDebian = (): void => {
  mkdirSync(dirname(cache), { recursive: true });
  const draft = mkdtempSync(`${cache}-`);
  try {
    if (isRoot) {
      aptGet(['update']);
      aptGet(['install', '-y', '--no-install-recommends', 'libpcre2-8-0', 'libssl3', 'zlib1g']);
    }
    aptGet(['download', 'nginx'], draft);
    for (const file of readdirSync(draft))
      execFileSync('dpkg-deb', ['-x', join(draft, file), join(draft, 'unpacked')], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    // Another run may have been faster; use its copy then.
    if (!existsSync(cache)) renameSync(join(draft, 'unpacked'), cache);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};

/**
 * The nginx for tests: NGINX_PATH, the system's, or else Debian's package, downloaded if possible.
 * @throws an error that says what to install
 */
export const findNginx = (): string => {
  const found = find();
  if (found) return found;
  let cause: unknown;
  if (hasAptGet()) {
    process.stdout.write('Downloading nginx for the edge tests …\n');
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
