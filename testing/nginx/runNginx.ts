import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '#testing/waitUntil.ts';
import { findNginx } from './findNginx.ts';

export type NginxProcess = {
  pid: number;
  /** Reloads the configuration. */
  reload(): void;
  /** @throws when nginx does not exit cleanly */
  end(): Promise<void>;
};

/**
 * Starts nginx with the `nginx.conf` of a folder and waits until nginx listens. The file has to set `pid` to `nginx.pid` in
 * the same folder.
 * @param program replaces nginx in tests
 * @throws when nginx does not listen; nothing keeps running then
 */
export const runNginx = async (
  folder: string,
  { program = findNginx(), timeoutMs = 10_000 } = {},
): Promise<NginxProcess> => {
  // Started by root, nginx would run its workers as another user who cannot enter the folder.
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
  const child = spawn(program, [...args, '-g', `${user}daemon off;`], { stdio: ['ignore', 'ignore', 'pipe'] });
  const complaints: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code));
  });
  const describeEnd = (code: number | null): Error =>
    new Error(`nginx ended with ${code}: ${Buffer.concat(complaints).toString()}`);
  try {
    await Promise.race([
      waitUntil(() => existsSync(join(folder, 'nginx.pid')), { timeoutMs, what: 'nginx' }),
      ended.then((code) => {
        throw describeEnd(code);
      }),
    ]);
    if (child.pid === undefined) throw new Error('nginx has no process');
  } catch (error) {
    child.kill('SIGTERM');
    await ended.catch(() => {});
    throw error;
  }
  return {
    pid: child.pid,
    reload: () => void child.kill('SIGHUP'),
    end: async () => {
      child.kill('SIGTERM');
      const code = await ended;
      if (code !== 0) throw describeEnd(code);
    },
  };
};
