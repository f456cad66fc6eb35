import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const isRoot = process.getuid?.() === 0;

/** Whether this is Debian or a derivative. */
export const hasAptGet = (): boolean => existsSync('/usr/bin/apt-get');

export const aptGet = (args: readonly string[], cwd?: string): void => {
  execFileSync('apt-get', ['-qq', '-o', 'APT::Sandbox::User=root', ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
};
