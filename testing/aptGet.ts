import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const isRoot = process.getuid?.() === 0;

const program = '/usr/bin/apt-get';

/** Whether this is Debian or a derivative. */
export const hasAptGet = (): boolean => existsSync(program);

/** Runs apt-get in one test process at a time, because apt-get refuses concurrent updates of its lists. */
export const aptGet = (args: readonly string[], cwd?: string): void => {
  execFileSync('flock', [program, program, '-qq', '-o', 'APT::Sandbox::User=root', ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
};
