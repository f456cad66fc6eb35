import type { TestPostgres } from '#testing/database/startPostgres.ts';
import type { SandboxSite } from '#testing/sandbox/startSandbox.ts';
import type { Counts } from './compare.ts';
import type { Metric } from './metrics.ts';

/** The result of a scenario. Without counts, the scenario compares no effects. */
export type Outcome = Partial<Counts> & {
  metrics: Metric[];
  /** Why it cannot run on this machine. */
  skipped?: string;
};

export type ScenarioContext = {
  /** How often the scenario injects its fault. */
  runs: number;
  /** A run of `npm run test:full`, on less data. */
  isShort: boolean;
  /** An empty folder that is deleted after the scenario. */
  folder: string;
  /** A line for `--verbose`. */
  log: (line: string) => void;
  /** Registers a cleanup that runs when the scenario ends, even if it fails. The last one runs first. */
  onEnd(undo: () => Promise<unknown>): void;
  /** Starts the sandbox in a separate process, so that it survives the product. */
  startSandbox(): Promise<SandboxSite>;
  /** Starts a PostgreSQL server with durable commits. */
  startPostgres(): Promise<TestPostgres>;
};

/** Injects a fault, and checks what follows. */
export type ScenarioRun = (context: ScenarioContext) => Promise<Outcome>;

/** A fault to inject, and the checks that follow. */
export type Scenario = {
  name: string;
  /** The default of `--runs`. With 0, `--short` skips the scenario. */
  runs: { full: number; short: number };
  run: ScenarioRun;
};
