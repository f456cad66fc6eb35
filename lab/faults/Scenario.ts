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
  /** Runs on less data, as part of `npm run test:full`. */
  isShort: boolean;
  /** An empty folder that is deleted after the scenario. */
  folder: string;
  /** Prints a line with `--verbose`. */
  log: (line: string) => void;
  /** Registers a cleanup for the end of the scenario, even after a failure. The last registered cleanup runs first. */
  onEnd(undo: () => Promise<unknown>): void;
  /** Starts the sandbox in a separate process, so that it survives the product. */
  startSandbox(): Promise<SandboxSite>;
  /** Starts a PostgreSQL server with durable commits. */
  startPostgres(): Promise<TestPostgres>;
};

/** Injects a fault and checks the consequences. */
export type ScenarioRun = (context: ScenarioContext) => Promise<Outcome>;

/** A fault with its checks. */
export type Scenario = {
  name: string;
  /** The default of `--runs`. With 0, `--short` skips the scenario. */
  runs: { full: number; short: number };
  run: ScenarioRun;
};
