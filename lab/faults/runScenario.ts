import { glob, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '#testing/database/startPostgres.ts';
import { removeFolder } from '#testing/removeFolder.ts';
import type { Metric } from './metrics.ts';
import type { Outcome, Scenario, ScenarioContext } from './Scenario.ts';
import { endProducts } from '#testing/startProduct.ts';
import { startSandbox } from '#testing/sandbox/startSandbox.ts';

export type ScenarioReport = {
  name: string;
  runs: number;
  lost: number;
  doubled: number;
  seconds: number;
  metrics: Metric[];
  /** The reasons for a failure; empty if all goals are met. */
  faults: string[];
  /** Why the scenario did not run; null if it did. */
  skipped: string | null;
};

export type RunOptions = {
  isShort: boolean;
  /** How often the scenario injects its fault. */
  runs: number;
  log: (line: string) => void;
  /** Folder for the logs of products whose scenario fails; null to drop them. */
  logFolder?: string | null;
};

const round = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(2));

/** Describes a metric with its goal. */
export const describeMetric = ({ name, value, unit, atMost, atLeast }: Metric): string =>
  [
    `${name} ${round(value)} ${unit}`,
    ...(atMost === undefined ? [] : [`(at most ${atMost})`]),
    ...(atLeast === undefined ? [] : [`(at least ${atLeast})`]),
  ].join(' ');

/** Whether a metric meets its goal. NaN never does. */
export const isMet = ({ value, atMost, atLeast }: Metric): boolean =>
  (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast);

/** Keeps the logs of a failed scenario's products and database servers. */
const keepLogs = async (folder: string, logFolder: string, name: string): Promise<void> => {
  const texts: string[] = [];
  for await (const log of glob('{product-*/log,cluster/*.log}', { cwd: folder }))
    texts.push(await readFile(join(folder, log), 'utf8'));
  await mkdir(logFolder, { recursive: true });
  await writeFile(join(logFolder, `${name}.log`), texts.join('\n'));
};

/** Short runs share a busy machine, so the report has their times but ignores these goals. */
const isJudged = ({ unit }: Metric, isShort: boolean): boolean => !(isShort && (unit === 's' || unit === 'ms'));

/** Runs a scenario in a new folder, and cleans up after it. */
export const runScenario = async (
  { name, run }: Pick<Scenario, 'name' | 'run'>,
  { runs, isShort, log, logFolder = join('test-results', 'faults') }: RunOptions,
): Promise<ScenarioReport> => {
  const folder = await mkdtemp(join(tmpdir(), 'll-faults-'));
  const undos: (() => Promise<unknown>)[] = [() => removeFolder(folder)];
  const onEnd: ScenarioContext['onEnd'] = (undo) => void undos.push(undo);
  const startedAt = performance.now();
  const faults: string[] = [];
  let outcome: Outcome = { metrics: [] };
  try {
    outcome = await run({
      runs,
      isShort,
      folder,
      log,
      onEnd,
      startSandbox: async () => {
        const sandbox = await startSandbox();
        onEnd(() => sandbox.stop());
        return sandbox;
      },
      startPostgres: async () => {
        const postgres = await startPostgres({ isDurable: true });
        onEnd(() => postgres.stop());
        return postgres;
      },
    });
  } catch (error) {
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const { lost = 0, doubled = 0, metrics, skipped = null } = outcome;
  // NaN fails too, because an uncounted effect proves nothing.
  if (lost !== 0) faults.push(`${lost} lost`);
  if (doubled !== 0) faults.push(`${doubled} doubled`);
  const missed = metrics.filter((metric) => isJudged(metric, isShort) && !isMet(metric));
  faults.push(...missed.map(describeMetric));
  await endProducts();
  if (faults.length > 0 && logFolder !== null) await keepLogs(folder, logFolder, name);
  for (const undo of undos.toReversed())
    await undo().catch((error: unknown) => faults.push(`could not be undone: ${String(error)}`));
  return { name, runs, lost, doubled, seconds: (performance.now() - startedAt) / 1000, metrics, faults, skipped };
};
