import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

const readLimit = async (): Promise<number> => {
  const limits = await readFile('/proc/self/limits', 'utf8');
  return Number(/Max open files\s+\d+\s+(\d+)/.exec(limits)?.[1] ?? Number.NaN);
};

/**
 * Raises the limit of open files for this process and its children. Only root may do so.
 * @throws an error with instructions
 */
export const raiseFileLimit = async (files: number): Promise<void> => {
  if ((await readLimit()) >= files) return;
  await run('prlimit', ['--pid', String(process.pid), `--nofile=${files}:${files}`]).catch((cause: unknown) => {
    throw new Error(`${files} open files are needed: run this after "ulimit -n ${files}", or as root`, { cause });
  });
};
