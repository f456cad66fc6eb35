import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const preload = new URL('../../../testing/killAt.ts', import.meta.url).href;

export type Ended = { code: number | null; signal: NodeJS.Signals | null; out: string; err: string };

type RunOptions = {
  env: Record<string, string | undefined>;
  /** `restore.pieceLoaded#2` kills the command when it reaches the step for the second time. */
  killAt?: string;
  /** Enforces file modes even if the tests run as root. */
  isBoundByModes?: boolean;
};

/** Root loses the capabilities that bypass file modes. */
const withoutCapabilities = ['setpriv', '--bounding-set=-all', '--inh-caps=-all'];

/** Runs an operator's command as a separate process. */
export const runOperator = (
  command: 'backup' | 'restore' | 'newKey' | 'erase' | 'doctor' | 'accounts' | 'invite',
  args: readonly string[],
  { env, killAt, isBoundByModes = false }: RunOptions,
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const script = fileURLToPath(new URL(`../${command}.ts`, import.meta.url));
    const wrapper = isBoundByModes && process.getuid?.() === 0 ? withoutCapabilities : [];
    const [program, ...rest] = [...wrapper, process.execPath, ...(killAt ? ['--import', preload] : []), script];
    const child = spawn(program, [...rest, ...args], {
      env: { PATH: process.env['PATH'], ...env, ...(killAt ? { FAULT_KILL_AT: killAt } : {}) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => (ended.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (ended.err += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ ...ended, code, signal }));
  });
