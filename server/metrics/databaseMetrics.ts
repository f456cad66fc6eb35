import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import { deadLetterQueue } from '#server/jobs/JobQueue.ts';
import { createProbe } from '#server/lib/flow/createProbe.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import type { Storage } from '#server/lib/storage.ts';
import { readStoredMetrics } from './storedMetrics.ts';
import type { StoredMetrics } from './storedMetrics.ts';

export type MeasuredDatabase = {
  pool: Pool;
  storage: Storage;
  /** Free disk space of the embedded database; null for a database server. */
  readFreeBytes: (() => Promise<number>) | null;
  logger: Logger;
};

/** After this time the database counts as down, and metrics are served without its values. */
const limitMs = 2_000;

const createGauges = (registry: Registry) => {
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name: `leadlight_${name}`, help, labelNames, registers: [registry] });
  return {
    pool: gauge('database_pool_connections', 'Connections of this process to its database.', ['state']),
    poolWaiting: gauge('database_pool_waiting', 'Statements that wait for a free connection.'),
    up: gauge('database_up', '1: the database has answered; 0: it did not within 2 s.'),
    readOnly: gauge('database_read_only', '1: the database refuses writes; with a full disk, storage_full is 1 too.'),
    jobs: gauge('queue_jobs', 'Jobs in the queue: due, waiting for their start time, active.', ['kind', 'state']),
    oldest: gauge('queue_oldest_due_seconds', 'How long the oldest due job has waited.', ['kind']),
    deadLettered: gauge('queue_dead_lettered_jobs', 'Dead-lettered jobs: each attempt ended the process.'),
    exports: gauge('exports_under_way', 'Unfinished exports.', ['platform', 'state']),
    connections: gauge('connections', 'Connections of all people; reconnect: the grant is dead.', [
      'platform',
      'state',
    ]),
    openLeadEvents: gauge('lead_events_open', 'Lead events: leads named by a webhook and not fetched yet.'),
    backupAge: gauge('backup_age_seconds', 'Age of the newest daily backup; absent before the first one.'),
    isFull: gauge('storage_full', '1: the disk is full and nothing is written.'),
    freeBytes: gauge('storage_free_bytes', 'Free disk space of the embedded database.'),
  };
};

type Gauges = ReturnType<typeof createGauges>;

/** Removes old values, which would look current without a new reading. */
const clear = ({
  jobs,
  oldest,
  exports,
  connections,
  deadLettered,
  openLeadEvents,
  freeBytes,
  backupAge,
  readOnly,
}: Gauges): void => {
  for (const each of [jobs, oldest, exports, connections]) each.reset();
  for (const each of [deadLettered, openLeadEvents, freeBytes, backupAge, readOnly]) each.remove();
};

const setStored = (
  gauges: Gauges,
  { queues, exports, connections, openLeadEvents, backupAgeSeconds, isReadOnly }: StoredMetrics,
): void => {
  gauges.readOnly.set(isReadOnly ? 1 : 0);
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
  if (backupAgeSeconds !== null) gauges.backupAge.set(backupAgeSeconds);
};

/** Metrics of the database and its content. @returns a function that updates them */
export const createDatabaseMetrics = (
  registry: Registry,
  { pool, storage, readFreeBytes, logger }: MeasuredDatabase,
): (() => Promise<void>) => {
  const gauges = createGauges(registry);
  const askStored = createProbe({
    ask: () => readStoredMetrics(pool),
    limitMs,
    onFault: (error) => logger.debug({ area: 'metrics', err: error }, 'the database metrics could not be read'),
  });
  const askDisk = createProbe({
    ask: async () => (readFreeBytes ? readFreeBytes() : null),
    limitMs,
    onFault: (error) => logger.debug({ area: 'metrics', err: error }, 'the free disk space could not be read'),
  });
  return async () => {
    gauges.pool.set({ state: 'idle' }, pool.idleCount);
    gauges.pool.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
    gauges.poolWaiting.set(pool.waitingCount);
    gauges.isFull.set(storage.isFull() ? 1 : 0);
    const [stored, freeBytes] = await Promise.all([askStored(), askDisk()]);
    clear(gauges);
    gauges.up.set(stored ? 1 : 0);
    if (stored) setStored(gauges, stored);
    if (freeBytes !== null) gauges.freeBytes.set(freeBytes);
  };
};
