import { parseArgs } from 'node:util';
import { readFreeBytes } from '#server/database/embedded/storage/freeSpace.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { diagnose } from './doctor/diagnose.ts';
import { printResults } from './doctor/printResults.ts';

/*
 * `npm run doctor`: checks the environment, the data and the running process, and says how to fix each fault. Exits with 1
 * if there is a fault.
 */

const usage = `npm run doctor [-- --mail-to ADDRESS]

  --mail-to ADDRESS   sends one mail there; without it none is sent`;

type Arguments = { 'mail-to'?: string };

/** Null if the usage is shown instead. */
const readArguments = (): Arguments | null => {
  try {
    return parseArgs({ options: { 'mail-to': { type: 'string' } } }).values;
  } catch {
    // An unknown option, including `--help`.
    return null;
  }
};

const args = readArguments();
if (args === null) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  const results = await diagnose({
    source: process.env,
    mailTo: args['mail-to'] ?? null,
    now: () => new Date(),
    // The checks report their own failures.
    logger: createLogger('silent'),
    readFreeBytes,
  });
  const code = results.some(({ state }) => state === 'fault') ? 1 : 0;
  // Exit now, because kept-alive connections would keep the process running for a while.
  process.stdout.write(`${printResults(results, process.stdout.isTTY)}\n`, () => process.exit(code));
}
