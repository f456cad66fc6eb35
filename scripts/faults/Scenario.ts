import type { TestPostgres } from '#testing/database/startPostgres.ts';
import type { SandboxSite } from '#testing/sandbox/startSandbox.ts';

/** A measured value and what it may be at most or at least; without either it is only told. */
export type Figure = { name: string; value: number; unit: string; atMost?: number; atLeast?: number };

/** What a scenario has found: how much of what was acknowledged is missing, how much is there more than once. */
export type Outcome = { lost: number; doubled: number; figures: Figure[] };

export type ScenarioContext = {
  /** How often the scenario hurts the product. */
  runs: number;
  /** Part of `npm run test:full`: the same on less data. */
  isShort: boolean;
  /** An empty folder of the scenario's own, which goes with it. */
  folder: string;
  /** A line for `--verbose`. */
  tell: (line: string) => void;
  /** Something to be undone when the scenario has ended, however it ends; the last one first. */
  onEnd(undo: () => Promise<unknown>): void;
  /** The outside services, in a process of their own: they survive the product. */
  startSandbox(): Promise<SandboxSite>;
  /** A PostgreSQL server that keeps what it has acknowledged. */
  startPostgres(): Promise<TestPostgres>;
};

/** One way to hurt the product, and what has to be there afterwards. */
export type Scenario = {
  name: string;
  /** The goals that it measures, by their numbers. */
  covers: readonly string[];
  /** How often without `--runs`; 0 leaves it out of `--short`. */
  runs: { full: number; short: number };
  run(context: ScenarioContext): Promise<Outcome>;
};
