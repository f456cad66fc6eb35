import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { relative } from 'node:path';
import * as z from 'zod';

/*
 * `npm test` builds the product, checks the size budgets, and runs the unit, integration, client and nginx tests and the
 * browser journeys. `npm run test:full` (`--full`) runs the slower ones: attacks, faults, proofs of the docs, and sweeps
 * over all screens and on a phone. Each ends with one line of results.
 */

const isFull = process.argv.includes('--full');

const run = (command: string, args: string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

/** Lists Vitest's failures at the end, because its own report is far above Playwright's output. */
const listFailures = ({ testResults }: z.infer<typeof vitestReport>): string[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('.', name);
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName }) => `${file}: ${fullName}`);
    return status === 'failed' && failed.length === 0 ? [`${file}: ${message}`] : failed;
  });

const faultReport = z.array(z.object({ faults: z.array(z.string()), skipped: z.nullable(z.string()) }));

/** A parsed report; null if the runner could not start, in which case it has printed the reason. */
const read = async <T>(file: string, schema: z.ZodType<T>): Promise<T | null> =>
  existsSync(file) ? schema.parse(JSON.parse(await readFile(file, 'utf8'))) : null;

await rm('test-results', { recursive: true, force: true });
const codes = [await run('vike', ['build'])];
if (codes[0] === 0) {
  const projects = isFull ? ['lab', 'proofs', 'security'] : ['unit', 'integration', 'client', 'edge'];
  const report = ['--reporter=dot', '--reporter=json', '--outputFile.json=test-results/vitest.json'];
  codes.push(
    isFull ? await run('node', ['lab/faults.ts', '--short']) : await run('node', ['scripts/budgets.ts']),
    await run('vitest', ['run', ...projects.map((project) => `--project=${project}`), ...report]),
    await run('playwright', ['test', ...(isFull ? ['--project=sweeps', '--project=phones'] : ['--project=journeys'])]),
  );
  const unit = await read('test-results/vitest.json', vitestReport);
  const browser = await read('test-results/e2e.json', playwrightReport);
  const scenarios = isFull ? await read('test-results/faults.json', faultReport) : [];
  if (unit && browser && scenarios) {
    const { stats } = browser;
    const hurt = scenarios.filter(({ faults }) => faults.length > 0).length;
    const notRun = scenarios.filter(({ skipped }) => skipped !== null).length;
    const passed = unit.numPassedTests + scenarios.length - hurt - notRun + stats.expected;
    const failed = unit.numFailedTests + hurt + stats.unexpected + stats.flaky;
    for (const line of listFailures(unit)) console.log(`failed: ${line}`);
    console.log(`\n${passed} passed, ${failed} failed, ${unit.numPendingTests + notRun + stats.skipped} skipped`);
  }
}
process.exit(Math.max(...codes));
