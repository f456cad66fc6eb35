import { parseEnv } from '#server/config/env.ts';
import type { Env } from '#server/config/env.ts';
import { databaseFolderOf } from '#server/database/embedded/folder/databaseFolder.ts';
import { explainDamage } from '#server/database/embedded/folder/explainRefusal.ts';

/** An invalid command line. The message shows the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Command = { env: Env; signal: AbortSignal; say: (line: string) => void };

const exitCodes = { done: 0, failed: 1, misused: 2 };

/** `parseArgs` explains the fault itself. */
const isMisuse = (error: unknown): boolean =>
  error instanceof UsageError ||
  (error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('ERR_PARSE_ARGS'));

/**
 * Runs an operator's command. Output goes to stdout, failures to stderr, one line each. Ctrl+C and SIGTERM abort `signal`,
 * so that nothing incomplete stays behind.
 */
export const runCommand = async (run: (command: Command) => Promise<void>): Promise<void> => {
  let env: Env | undefined;
  const stopped = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => stopped.abort(new Error(`Stopped by ${name}`)));
  try {
    const say = (line: string) => process.stdout.write(`${line}\n`);
    env = parseEnv(process.env);
    await run({ env, signal: stopped.signal, say });
    process.exitCode = exitCodes.done;
  } catch (failure) {
    const folder = env && env.DATABASE_URL === undefined ? databaseFolderOf(env.DATA_DIR) : null;
    const error = explainDamage(failure, folder);
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = isMisuse(error) ? exitCodes.misused : exitCodes.failed;
  }
};
