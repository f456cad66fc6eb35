import { Gauge, Registry } from 'prom-client';
import { createDatabaseFigures } from './databaseFigures.ts';
import type { FiguredDatabase } from './databaseFigures.ts';
import { collectProcessFigures } from './processFigures.ts';
import { processRegistry } from './registry.ts';

type FiguresOptions = {
  roles: readonly string[];
  /** Null for a process that has none. */
  database: FiguredDatabase | null;
  /** Sockets that are open in this process; null where none can be opened. */
  countSockets: (() => number) | null;
};

export type Figures = {
  readonly contentType: string;
  /** All figures of this process, as Prometheus reads them. */
  read(): Promise<string>;
};

/** What is read when somebody asks for it, beside what was counted as it happened. */
export const createFigures = ({ roles, database, countSockets }: FiguresOptions): Figures => {
  const registry = new Registry();
  const readDatabase = database ? createDatabaseFigures(registry, database) : null;
  if (countSockets)
    // oxlint-disable-next-line no-new -- it registers itself
    new Gauge({
      name: 'leadlight_sockets',
      help: 'Sockets that are open in this process.',
      registers: [registry],
      collect() {
        this.set(countSockets());
      },
    });
  collectProcessFigures(roles);
  return {
    contentType: registry.contentType,
    read: async () => {
      await readDatabase?.();
      return `${await processRegistry.metrics()}\n${await registry.metrics()}`;
    },
  };
};
