import { glob, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '#testing/database/startPostgres.ts';
import { removeFolder } from '#testing/removeFolder.ts';
import type { Figure, Scenario, ScenarioContext } from './Scenario.ts';
import { endProducts } from '#testing/startProduct.ts';
import { startSandbox } from '#testing/sandbox/startSandbox.ts';

export type ScenarioReport = {
  name: string;
  covers: readonly string[];
  runs: number;
  lost: number;
  doubled: number;
  seconds: number;
  figures: Figure[];
  /** Why it failed; empty when all goals are met. */
  faults: string[];
};

export type RunOptions = {
  isShort: boolean;
  runs?: number;
  tell: (line: string) => void;
  /** Where the logs of products go when their scenario fails; null: nowhere. */
  logFolder?: string | null;
};

const round = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(2));

/** A figure in words, with what it should have been. */
export const describeFigure = ({ name, value, unit, atMost, atLeast }: Figure): string =>
  [
    `${name} ${round(value)} ${unit}`,
    ...(atMost === undefined ? [] : [`(at most ${atMost})`]),
    ...(atLeast === undefined ? [] : [`(at least ${atLeast})`]),
  ].join(' ');

/** Whether a figure is as it should be. One that is no number is a missed one. */
export const isMet = ({ value, atMost, atLeast }: Figure): boolean =>
  (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast);

/** What the products of a failed scenario had to say outlives them. */
const keepLogs = async (folder: string, logFolder: string, name: string): Promise<void> => {
  const texts: string[] = [];
  for await (const log of glob('product-*/log', { cwd: folder })) texts.push(await readFile(join(folder, log), 'utf8'));
  await mkdir(logFolder, { recursive: true });
  await writeFile(join(logFolder, `${name}.log`), texts.join('\n'));
};

/** Tests run on machines that are busy with other things: there a time is told and judged by nobody. */
const isJudged = ({ unit }: Figure, isShort: boolean): boolean => !(isShort && (unit === 's' || unit === 'ms'));

/** Runs a scenario in a folder of its own, and undoes all that it has started. */
export const runScenario = async (scenario: Scenario, options: RunOptions): Promise<ScenarioReport> => {
  const { name, covers } = scenario;
  const runs = options.runs ?? (options.isShort ? scenario.runs.short : scenario.runs.full);
  const folder = await mkdtemp(join(tmpdir(), 'll-faults-'));
  const undos: (() => Promise<unknown>)[] = [() => removeFolder(folder)];
  const onEnd: ScenarioContext['onEnd'] = (undo) => void undos.push(undo);
  const startedAt = performance.now();
  const faults: string[] = [];
  let outcome = { lost: 0, doubled: 0, figures: [] as Figure[] };
  try {
    outcome = await scenario.run({
      runs,
      isShort: options.isShort,
      folder,
      tell: options.tell,
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
  const { lost, doubled, figures } = outcome;
  // What was not counted is no proof.
  if (lost !== 0) faults.push(`${lost} lost`);
  if (doubled !== 0) faults.push(`${doubled} doubled`);
  const missed = figures.filter((figure) => isJudged(figure, options.isShort) && !isMet(figure));
  faults.push(...missed.map(describeFigure));
  await endProducts();
  const { logFolder = join('test-results', 'faults') } = options;
  if (faults.length > 0 && logFolder !== null) await keepLogs(folder, logFolder, name);
  for (const undo of undos.toReversed())
    await undo().catch((error: unknown) => faults.push(`could not be undone: ${String(error)}`));
  return { name, covers, runs, lost, doubled, seconds: (performance.now() - startedAt) / 1000, figures, faults };
};
