import { drizzle } from './drizzle.ts';
import { Pool } from 'pg';
import type { PoolConfig } from 'pg';
import type { Logger } from '#server/lib/logger.ts';
import type { Database } from './Database.ts';
import { openEmbedded } from './embedded/openEmbedded.ts';
import { snapshotCommand, snapshotCommandName } from './embedded/snapshotCommand.ts';
import type { EmbeddedDatabase } from './embedded/startEmbedded.ts';
import { migrateDatabase } from './migrate.ts';
import * as schema from './schema.ts';
import { watchConnections } from './watchConnections.ts';

export type OpenDatabase = {
  db: Database;
  pool: Pool;
  /** True for the database inside this process, false for a server. */
  isEmbedded: boolean;
  close(): Promise<void>;
};

type OpenOptions = {
  /** A PostgreSQL server; without it the embedded database is started. */
  databaseUrl: string | undefined;
  /** Folder of the embedded database; null keeps it in memory. */
  dataDir: string | null;
  /** The embedded database, where it was begun to start before. */
  embedding?: Promise<EmbeddedDatabase> | undefined;
  logger: Logger;
  onCrash: (error: Error) => void;
};

const poolSize = 10;
/**
 * The embedded database has one session, and its socket server passes the messages of its connections on one by one:
 * with two connections, a Bind of one can come between Bind and Execute of the other. One connection at a time is what
 * the session can serve, and it keeps each statement whole.
 */
const embeddedPoolSize = 1;
/** No statement of the product may hold a connection longer. */
const statementTimeoutMs = 30_000;
/** Later than the server would end it: nothing comes back any more, and without a limit the connection is held for ever. */
const silenceMs = 35_000;
/** For a new connection, or until one of the pool is free. */
const connectTimeoutMs = 5_000;

const openPool = (config: PoolConfig, logger: Logger): Pool => {
  const pool = new Pool({ max: poolSize, connectionTimeoutMillis: connectTimeoutMs, ...config });
  // Without listeners, a connection that breaks would end the process: the pool's is for idle ones, the connection's own for
  // one that a transaction holds, whose next statement fails.
  pool.on('error', (error) => logger.warn({ area: 'database', err: error }, 'an idle database connection broke'));
  pool.on('connect', (connection) =>
    connection.on('error', (error) => logger.debug({ area: 'database', err: error }, 'a database connection broke')),
  );
  return pool;
};

/**
 * Opens the database and brings its schema up to date.
 * @throws FolderInUseError, NoRoomError for the embedded one
 */
export const openDatabase = async ({
  databaseUrl,
  dataDir,
  embedding,
  logger,
  onCrash,
}: OpenOptions): Promise<OpenDatabase> => {
  const embedded = databaseUrl ? null : await (embedding ?? openEmbedded(dataDir, onCrash));
  const pool = openPool(
    embedded
      ? {
          host: embedded.host,
          user: 'postgres',
          database: 'postgres',
          max: embeddedPoolSize,
          connectionTimeoutMillis: 0,
          // The session outlives its connections, of which each knows only the named statements that it has prepared itself.
          verify: (connection, done) => connection.query('deallocate all', (error) => done(error)),
        }
      : {
          connectionString: databaseUrl,
          statement_timeout: statementTimeoutMs,
          query_timeout: silenceMs,
          keepAlive: true,
        },
    logger,
  );
  const watch = databaseUrl ? watchConnections(pool, { connectionString: databaseUrl }, logger) : null;
  const close = async () => {
    await watch?.stop();
    await pool.end();
    await embedded?.close();
  };
  try {
    const db: Database = drizzle(pool, { schema });
    await migrateDatabase(db);
    if (dataDir !== null) embedded?.lock?.answer({ [snapshotCommandName]: snapshotCommand({ pool, dataDir, logger }) });
    return { db, pool, isEmbedded: embedded !== null, close };
  } catch (error) {
    await close();
    throw error;
  }
};
