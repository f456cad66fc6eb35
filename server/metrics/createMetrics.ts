import { Gauge, Registry } from 'prom-client';
import { createDatabaseMetrics } from './databaseMetrics.ts';
import type { MeasuredDatabase } from './databaseMetrics.ts';
import { collectProcessMetrics } from './processMetrics.ts';
import { processRegistry } from './registry.ts';

type MetricsOptions = {
  roles: readonly string[];
  /** Null if the process has no database. */
  database: MeasuredDatabase | null;
  /** Open sockets of this process; null if it has no socket server. */
  countSockets: (() => number) | null;
};

export type Metrics = {
  readonly contentType: string;
  /** All metrics of this process in the Prometheus text format. */
  read(): Promise<string>;
};

/** The metrics that are read on each scrape, plus the counters of the process. */
export const createMetrics = ({ roles, database, countSockets }: MetricsOptions): Metrics => {
  const registry = new Registry();
  const readDatabase = database ? createDatabaseMetrics(registry, database) : null;
  if (countSockets)
    // oxlint-disable-next-line no-new -- the gauge registers itself
    new Gauge({
      name: 'leadlight_sockets',
      help: 'Open sockets of this process.',
      registers: [registry],
      collect() {
        this.set(countSockets());
      },
    });
  collectProcessMetrics(roles);
  return {
    contentType: registry.contentType,
    read: async () => {
      await readDatabase?.();
      return `${await processRegistry.metrics()}\n${await registry.metrics()}`;
    },
  };
};
