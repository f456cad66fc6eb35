import { drizzle } from '#server/database/drizzle.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import type { ClientConfig, PoolConfig } from 'pg';
import { watchOutages } from '#server/lib/logging/logger.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import type { Database } from '#server/database/Database.ts';
import { startEmbedded } from '#server/database/embedded/startEmbedded.ts';
import type { EmbeddedDatabase } from '#server/database/embedded/startEmbedded.ts';
import { createDatabase } from './createDatabase.ts';
import { markSocketFault } from './isDatabaseAway.ts';
import { migrateDatabase } from '#server/database/migrate.ts';
import * as schema from '#server/database/schema.ts';
import { watchConnections } from './watchConnections.ts';

export type OpenDatabase = {
  db: Database;
  pool: Pool;
  /** The embedded database: no other Leadlight uses it. */
  isEmbedded: boolean;
  close(): Promise<void>;
};

type OpenOptions = {
  /** A PostgreSQL server; without it the embedded one of `dataDir` is started. */
  databaseUrl?: string | undefined;
  dataDir?: string;
  /** The embedded database, if its start has already begun. */
  embedding?: Promise<EmbeddedDatabase> | undefined;
  logger: Logger;
  /** Called when the embedded database has crashed and cannot be restarted. */
  onCrash: (error: Error) => void;
};

const poolSize = 10;
/** No statement of the product may hold a connection longer. */
const statementTimeoutMs = 30_000;
/** Later than the server's own limit: no answer will come, and without a limit the connection is held forever. */
const silenceMs = 35_000;
/** For a new connection, or a free one of the pool. */
const connectTimeoutMs = 5_000;
const endLimitMs = 3_000;
/** How often an unreachable database is checked. */
const returnLookMs = 1_000;

/** Sent when a connection starts, and when the value changes. */
type ParameterStatus = { parameterName: string; parameterValue: string };

class MarkedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    // Before the client's own listener, which passes the error on.
    this.connection.on('error', (error) => {
      if (error instanceof Error) markSocketFault(error);
    });
    // After a failover, an address that follows the primary can lead to its former self for some seconds. A standby
    // refuses writes as a full disk does, and shows old rows.
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby' && parameterValue === 'on')
        this.connection.stream.destroy(new Error('Connection terminated: the server is a standby'));
    });
  }
}

/** Logs when an unreachable database is back, and how long it was away. */
const tellReturn = (pool: Pool, logger: Logger): void => {
  const isBack = (): Promise<boolean> =>
    pool.query('select 1').then(
      () => true,
      () => false,
    );
  const awaitReturn = async (): Promise<void> => {
    do await sleep(returnLookMs, undefined, { ref: false });
    while (!pool.ending && !(await isBack()));
    const past = end();
    if (past && !pool.ending) logger.info({ area: 'database', ...past }, 'the database is back');
  };
  const end = watchOutages(logger, () => void awaitReturn());
};

const openPool = (config: PoolConfig, logger: Logger): Pool => {
  const pool = new Pool({
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: silenceMs,
    // Starting a parallel worker takes longer than most statements. And pages come from memory or an SSD: with its
    // default, which fits hard disks, PostgreSQL reads a second index of half a million rows to save a thousand pages.
    options: '-c max_parallel_workers_per_gather=0 -c random_page_cost=1.1',
    keepAlive: true,
    Client: MarkedClient,
    ...config,
  });
  // Without listeners, a broken connection would end the process: the pool's listener is for idle connections, the
  // connection's own for one that a transaction holds, whose next statement fails.
  pool.on('error', (error) => {
    // The embedded server may end before it has read the end of a connection.
    if (!pool.ending) logger.warn({ area: 'database', err: error }, 'an idle database connection broke');
  });
  pool.on('connect', (connection) =>
    connection.on('error', (error) => logger.debug({ area: 'database', err: error }, 'a database connection broke')),
  );
  return pool;
};

/** Migrating a table with many rows takes longer than any other statement may. */
const applyMigrations = async (config: PoolConfig, logger: Logger): Promise<void> => {
  const pool = openPool({ ...config, max: 1, statement_timeout: 0, query_timeout: 0 }, logger);
  try {
    for (const migration of await migrateDatabase(drizzle(pool, { schema })))
      logger.info({ area: 'database', migration }, 'a migration was applied');
  } finally {
    await pool.end();
  }
};

/**
 * Opens the database and brings its schema up to date.
 * @throws StartRefusedError for the embedded one
 */
export const openDatabase = async ({
  databaseUrl,
  dataDir,
  embedding,
  logger,
  onCrash,
}: OpenOptions): Promise<OpenDatabase> => {
  if (databaseUrl === undefined && dataDir === undefined) throw new Error('openDatabase needs a server or a folder');
  const embedded =
    dataDir === undefined || databaseUrl ? null : await (embedding ?? startEmbedded(dataDir, { logger, onCrash }));
  const connection = embedded ? embedded.connection : { connectionString: databaseUrl };
  const pool = openPool(connection, logger);
  tellReturn(pool, logger);
  const watch = databaseUrl ? watchConnections(pool, { connectionString: databaseUrl }, logger) : null;
  const close = async () => {
    await watch?.stop();
    // A connection that a library keeps must not prevent the process from stopping.
    await Promise.race([pool.end(), sleep(endLimitMs, undefined, { ref: false })]);
    await embedded?.close();
  };
  try {
    await applyMigrations(connection, logger);
    return { db: createDatabase(pool), pool, isEmbedded: embedded !== null, close };
  } catch (error) {
    await close();
    throw error;
  }
};
