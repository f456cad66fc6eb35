import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#testing/freePort.ts';
import { root } from './markdown.ts';

export type Ran = { code: number; output: string };

/** Leadlight as an operator without Docker has it: a folder with the program, its `.env` and its data. */
export type Install = {
  folder: string;
  settings: Readonly<Record<string, string>>;
  /** Runs commands as they are typed into a shell of that folder, with the settings loaded. */
  run(commands: string): Promise<Ran>;
  remove(): Promise<void>;
};

/** What a release consists of. */
const program = ['package.json', 'node_modules', 'dist', 'server', 'shared', 'public', 'deploy', '.env.example'];

/** `sudo`, `systemctl` and `journalctl`, which a test has not. */
const fakes = fileURLToPath(new URL('fakes', import.meta.url));

/** Puts an install with the sandbox into a folder of its own; nothing runs yet. */
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
        // Nothing of the test's own settings.
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
        // It ended by itself.
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
