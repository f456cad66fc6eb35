import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readFreeBytes } from '#server/database/embedded/storage/freeSpace.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { hasFault } from '#server/modules/operator/Check.ts';
import { diagnose } from './doctor/diagnose.ts';
import { printResults } from './doctor/printResults.ts';

/*
 * `npm run doctor`: checks the environment, the data and the running process, and says how to fix each fault. Exits with 1
 * if there is a fault.
 */

const usage = `npm run doctor [-- --json] [-- --mail-to ADDRESS]

  --json              the results as JSON
  --mail-to ADDRESS   sends one mail there; without it none is sent`;

const root = fileURLToPath(new URL('../..', import.meta.url));

type Arguments = { json?: boolean; 'mail-to'?: string };

/** Null if the usage is shown instead. */
const readArguments = (): Arguments | null => {
  try {
    return parseArgs({ options: { json: { type: 'boolean' }, 'mail-to': { type: 'string' } } }).values;
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
    root,
    readFreeBytes,
  });
  const text = args.json ? JSON.stringify(results, null, 2) : printResults(results, process.stdout.isTTY);
  // Exit now, because kept-alive connections would keep the process running for a while.
  process.stdout.write(`${text}\n`, () => process.exit(hasFault(results) ? 1 : 0));
}
