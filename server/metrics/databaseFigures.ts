import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import { deadLetterQueue } from '#server/jobs/JobQueue.ts';
import { createProbe } from '#server/lib/flow/createProbe.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import type { Storage } from '#server/lib/storage.ts';
import { readStoredFigures } from './storedFigures.ts';
import type { StoredFigures } from './storedFigures.ts';

export type FiguredDatabase = {
  pool: Pool;
  storage: Storage;
  /** Room on the disk of the embedded database; null: a server looks after its own. */
  readFreeBytes: (() => Promise<number>) | null;
  logger: Logger;
};

/** A database silent for this long counts as down; metrics are then answered without it. */
const limitMs = 2_000;

const createGauges = (registry: Registry) => {
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name: `leadlight_${name}`, help, labelNames, registers: [registry] });
  return {
    pool: gauge('database_pool_connections', 'Connections of this process to its database.', ['state']),
    poolWaiting: gauge('database_pool_waiting', 'Statements that wait until a connection is free.'),
    up: gauge('database_up', '1: the database has answered; 0: it did not within 2 s.'),
    jobs: gauge('queue_jobs', 'Jobs in the queue: due, waiting for their time, active.', ['kind', 'state']),
    oldest: gauge('queue_oldest_due_seconds', 'How long the job that is due longest has waited.', ['kind']),
    deadLettered: gauge(
      'queue_dead_lettered_jobs',
      'Jobs that were set aside because their process has ended in each attempt.',
    ),
    exports: gauge('exports_under_way', 'Exports that are not at their end.', ['platform', 'state']),
    connections: gauge('connections', 'Connections of all people; reconnect: the grant is dead.', [
      'platform',
      'state',
    ]),
    openLeadEvents: gauge('lead_events_open', 'Leads that a webhook has named and that are still to be fetched.'),
    isFull: gauge('storage_full', '1: nothing is written until there is room.'),
    freeBytes: gauge('storage_free_bytes', 'Room on the disk of the embedded database.'),
  };
};

type Gauges = ReturnType<typeof createGauges>;

/** Figures that are not known are left out: an old one would be taken for a new one. */
const forget = ({ jobs, oldest, exports, connections, deadLettered, openLeadEvents, freeBytes }: Gauges): void => {
  for (const each of [jobs, oldest, exports, connections]) each.reset();
  for (const each of [deadLettered, openLeadEvents, freeBytes]) each.remove();
};

const setStored = (gauges: Gauges, { queues, exports, connections, openLeadEvents }: StoredFigures): void => {
  gauges.deadLettered.set(0);
  for (const { kind, due, waiting, active, oldestDueSeconds } of queues) {
    if (kind === deadLetterQueue) {
      gauges.deadLettered.set(due + waiting);
      continue;
    }
    gauges.jobs.set({ kind, state: 'due' }, due);
    gauges.jobs.set({ kind, state: 'waiting' }, waiting);
    gauges.jobs.set({ kind, state: 'active' }, active);
    gauges.oldest.set({ kind }, oldestDueSeconds);
  }
  for (const { platform, state, count } of exports) gauges.exports.set({ platform: platform ?? 'none', state }, count);
  for (const { platform, state, count } of connections) gauges.connections.set({ platform, state }, count);
  gauges.openLeadEvents.set(openLeadEvents);
};

/** How the database stands, and what is stored in it. @returns a function that brings the figures up to date */
export const createDatabaseFigures = (
  registry: Registry,
  { pool, storage, readFreeBytes, logger }: FiguredDatabase,
): (() => Promise<void>) => {
  const gauges = createGauges(registry);
  const askStored = createProbe({
    ask: () => readStoredFigures(pool),
    limitMs,
    onFault: (error) => logger.debug({ area: 'metrics', err: error }, 'the figures of the database were not read'),
  });
  const askDisk = createProbe({
    ask: async () => (readFreeBytes ? readFreeBytes() : null),
    limitMs,
    onFault: (error) => logger.debug({ area: 'metrics', err: error }, 'the room on the disk was not read'),
  });
  return async () => {
    gauges.pool.set({ state: 'idle' }, pool.idleCount);
    gauges.pool.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
    gauges.poolWaiting.set(pool.waitingCount);
    gauges.isFull.set(storage.isFull() ? 1 : 0);
    const [stored, freeBytes] = await Promise.all([askStored(), askDisk()]);
    forget(gauges);
    gauges.up.set(stored ? 1 : 0);
    if (stored) setStored(gauges, stored);
    if (freeBytes !== null) gauges.freeBytes.set(freeBytes);
  };
};
