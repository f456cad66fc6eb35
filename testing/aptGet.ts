import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const isRoot = process.getuid?.() === 0;

const program = '/usr/bin/apt-get';

/** Whether this is Debian or a derivative. */
export const hasAptGet = (): boolean => existsSync(program);

/** Runs it, one process of the tests at a time: apt-get refuses to update its lists twice at once. */
export const aptGet = (args: readonly string[], cwd?: string): void => {
  execFileSync('flock', [program, program, '-qq', '-o', 'APT::Sandbox::User=root', ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
};
