import { drizzle } from '#server/database/drizzle.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import type { PoolConfig } from 'pg';
import { watchOutages } from '#server/lib/logging/logger.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import type { Database } from '#server/database/Database.ts';
import { startEmbedded } from '#server/database/embedded/startEmbedded.ts';
import type { EmbeddedDatabase } from '#server/database/embedded/startEmbedded.ts';
import { createDatabase } from './createDatabase.ts';
import { readKnownMigrations } from '#server/database/knownMigrations.ts';
import { migrateDatabase } from '#server/database/migrate.ts';
import * as schema from '#server/database/schema.ts';
import { MarkedClient, UnnamedClient } from './MarkedClient.ts';
import { unvalidatedChecks, validateChecks } from './validateChecks.ts';
import type { Validation } from './validateChecks.ts';
import { requireWritable } from './requireWritable.ts';
import { openListener } from './openListener.ts';
import type { Listener } from './openListener.ts';
import { keepSettings, toOptions } from './sessionSettings.ts';
import { watchConnections } from './watchConnections.ts';

export type OpenDatabase = {
  db: Database;
  pool: Pool;
  listener: Listener;
  /** The embedded database, which no other Leadlight uses. */
  isEmbedded: boolean;
  close(): Promise<void>;
};

type OpenOptions = {
  /** A PostgreSQL server. Without it, the embedded database of `dataDir` is started. */
  databaseUrl?: string | undefined;
  /** The server itself, if `databaseUrl` is a transaction pooler in front of it. */
  listenUrl?: string | undefined;
  dataDir?: string;
  /** The embedded database, if it is already being started. */
  embedding?: Promise<EmbeddedDatabase> | undefined;
  logger: Logger;
  /** Called when the embedded database has crashed and cannot be restarted. */
  onCrash: (error: Error) => void;
};

const poolSize = 10;
/**
 * Longer than the server's own limit: after it no answer will come. Without a limit the connection would be held
 * forever.
 */
const silenceMs = 35_000;
/** For a new connection, or for a free connection from the pool. */
const connectTimeoutMs = 5_000;
const endLimitMs = 3_000;
/** How often an unreachable database is checked. */
const returnLookMs = 1_000;

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
    query_timeout: silenceMs,
    options: toOptions(),
    keepAlive: true,
    Client: MarkedClient,
    ...config,
  });
  // A broken connection without an error listener would end the process. The pool listens for idle connections. The
  // connection itself needs a listener while a transaction holds it; its next statement then fails.
  pool.on('error', (error) => {
    // The embedded server may stop before it sees that a connection was closed.
    if (!pool.ending) logger.warn({ area: 'database', err: error }, 'an idle database connection broke');
  });
  pool.on('connect', (connection) =>
    connection.on('error', (error) => logger.debug({ area: 'database', err: error }, 'a database connection broke')),
  );
  return pool;
};

/** Migrating a large table takes longer than the statement timeout allows. */
const applyMigrations = async (config: PoolConfig, logger: Logger, isPooled: boolean): Promise<Validation | null> => {
  const unlimited = { ...config, options: toOptions({ statement_timeout: '0' }), query_timeout: 0 };
  const pool = openPool({ ...unlimited, max: 1 }, logger);
  try {
    const db = drizzle(pool, { schema });
    const onProgress = (moved: number) => logger.info({ area: 'database', moved }, 'imported leads are moving');
    const applied = await migrateDatabase(db, onProgress);
    for (const migration of applied) logger.info({ area: 'database', migration }, 'a migration was applied');
    if (isPooled) await keepSettings(db);
    const { rows: checks } = await pool.query<{ statement: string }>(unvalidatedChecks);
    if (checks.length === 0) return null;
    const statements = checks.map(({ statement }) => statement);
    const validation = validateChecks(unlimited, statements, logger);
    // A new database has no rows to read.
    if (applied.length === readKnownMigrations().length) await validation.done;
    return validation;
  } finally {
    await pool.end();
  }
};

/**
 * Opens the database and brings its schema up to date.
 * @throws StartRefusedError if the database cannot be used
 */
export const openDatabase = async ({
  databaseUrl,
  listenUrl = databaseUrl,
  dataDir,
  embedding,
  logger,
  onCrash,
}: OpenOptions): Promise<OpenDatabase> => {
  if (databaseUrl === undefined && dataDir === undefined) throw new Error('openDatabase needs a server or a folder');
  const embedded =
    dataDir === undefined || databaseUrl ? null : await (embedding ?? startEmbedded(dataDir, { logger, onCrash }));
  const isPooled = listenUrl !== databaseUrl;
  const connection = embedded ? embedded.connection : { connectionString: databaseUrl };
  const direct = embedded ? embedded.connection : { connectionString: listenUrl };
  // A pooler refuses options, and its connections already have the settings.
  const pool = openPool(isPooled ? { ...connection, options: '', Client: UnnamedClient } : connection, logger);
  tellReturn(pool, logger);
  // A connection that a library keeps must not prevent the process from stopping.
  const endPool = () => Promise.race([pool.end(), sleep(endLimitMs, undefined, { ref: false })]);
  let validation: Validation | null;
  try {
    if (!embedded) await requireWritable({ ...direct, connectionTimeoutMillis: connectTimeoutMs }, logger);
    validation = await applyMigrations(direct, logger, isPooled);
  } catch (error) {
    await endPool();
    await embedded?.close();
    throw error;
  }
  const listener = openListener({ ...direct, connectionTimeoutMillis: connectTimeoutMs }, logger);
  const watch = databaseUrl ? watchConnections(pool, listener, isPooled, logger) : null;
  const close = async () => {
    watch?.stop();
    await validation?.end();
    await listener.close();
    await endPool();
    await embedded?.close();
  };
  return { db: createDatabase(pool), pool, listener, isEmbedded: embedded !== null, close };
};
