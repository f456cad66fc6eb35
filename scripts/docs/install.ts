import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#testing/freePort.ts';
import { root } from './markdown.ts';

export type Ran = { code: number; output: string };

/** An install without Docker: a folder with the program, its `.env` and its data. */
export type Install = {
  folder: string;
  settings: Readonly<Record<string, string>>;
  /** Runs commands in a shell in that folder, with the settings loaded. */
  run(commands: string): Promise<Ran>;
  remove(): Promise<void>;
};

/** The parts of a release. */
const program = ['package.json', 'node_modules', 'dist', 'server', 'shared', 'public', 'deploy', '.env.example'];

/** Fakes of `sudo`, `systemctl` and `journalctl`. */
const fakes = fileURLToPath(new URL('fakes', import.meta.url));

/** Creates an install with the sandbox in a new folder, without starting it. */
export const createInstall = async (): Promise<Install> => {
  const folder = await mkdtemp(join(tmpdir(), 'll-ops-'));
  await Promise.all(program.map((name) => symlink(join(root, name), join(folder, name))));
  const [port, apiPort, sandboxPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const settings = {
    NODE_ENV: 'production',
    PORT: String(port),
    API_PORT: String(apiPort),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX: 'true',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: join(folder, 'data'),
    OPERATOR_TOKEN: 'an-operators-token-of-a-test',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(folder, '.env'), lines.join(''), { mode: 0o600 });

  return {
    folder,
    settings,
    run: async (commands) => {
      const child = spawn('bash', ['-euo', 'pipefail', '-c', `set -a; . ./.env; set +a\n${commands}`], {
        cwd: folder,
        // A clean environment, without the test's settings.
        env: {
          PATH: `${fakes}:${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
          HOME: process.env['HOME'] ?? folder,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const parts: string[] = [];
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (part: string) => parts.push(part));
      const code = await new Promise<number | null>((resolve, reject) => {
        child.once('error', reject);
        child.once('close', resolve);
      });
      return { code: code ?? 1, output: parts.join('') };
    },
    remove: async () => {
      const pid = await readFile(join(folder, 'leadlight.pid'), 'utf8').catch(() => null);
      try {
        if (pid !== null) process.kill(Number(pid), 'SIGKILL');
      } catch (error) {
        // The process has ended already.
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
