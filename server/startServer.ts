import type { AppContext } from './AppContext.ts';
import type { Env } from './config/env.ts';
import { loadEncryptionKeys } from './config/encryptionKeys.ts';
import { databaseFolderOf } from '#server/database/embedded/folder/databaseFolder.ts';
import { explainDamage } from '#server/database/embedded/folder/explainRefusal.ts';
import { readFreeBytes } from '#server/database/embedded/storage/freeSpace.ts';
import { createStorageGuard } from '#server/database/embedded/storage/guardStorage.ts';
import type { EmbeddedDatabase } from './database/embedded/startEmbedded.ts';
import { expireLeases } from './database/leases/leasedTables.ts';
import { openDatabase } from './database/connection/openDatabase.ts';
import type { OpenDatabase } from './database/connection/openDatabase.ts';
import { createHealthPages } from './health/createHealthPages.ts';
import type { Phase } from './health/readiness.ts';
import type { JobQueue } from './jobs/JobQueue.ts';
import { jobHandlers, schedules } from './jobs/jobHandlers.ts';
import { startJobQueue } from './jobs/startJobQueue.ts';
import { startTicker } from './jobs/startTicker.ts';
import { tickIntervalMs, ticks } from './jobs/ticks.ts';
import { createSecretBox } from './lib/crypto/aesSecretBox.ts';
import { systemClock } from './lib/clock.ts';
import type { Clock } from './lib/clock.ts';
import type { Logger } from './lib/logging/logger.ts';
import { unlimitedStorage } from './lib/storage.ts';
import { resumeImports } from './modules/leads/imported/imports/resumeImports.ts';
import { requireKeys } from './modules/operator/sealedValues/requireKeys.ts';
import { resealValuesJob } from './modules/operator/sealedValues/resealValues.handler.ts';
import { resumeRuns } from './modules/sheets/syncs/runs/resumeRuns.ts';
import { createSharedBudget } from './providers/calls/callBudget.ts';
import { createPlatformRegistry } from './providers/registry.ts';
import { createGoogleSheetReader } from './providers/spreadsheets/read/googleSheetReader.ts';
import { closeSocketServer } from './realtime/closeSocketServer.ts';
import { createRememberedSessions } from './lib/http/rememberedSessions.ts';
import { createEventPublisher } from './realtime/createEventPublisher.ts';
import { createSocketServer } from './realtime/createSocketServer.ts';
import { startApi } from './startApi.ts';
import { startHealthListener } from './startHealthListener.ts';
import { prepareWeb, startWeb } from './startWeb.ts';

export type ServerOptions = {
  env: Env;
  logger: Logger;
  /** `built`: the pages from dist; `vite`: hot reload from source. */
  pages: 'built' | 'vite';
  clock?: Clock;
  /** The embedded database, if its start has already begun. */
  embedding?: Promise<EmbeddedDatabase> | undefined;
  /** An open database; by default, the environment's is opened. */
  database?: OpenDatabase;
  /** Free disk space of the embedded database; by default, of the disk with DATA_DIR. */
  readFreeBytes?: () => Promise<number>;
  /** Compares every response with its contract, for tests. */
  checkAnswers?: boolean;
  /** Called when the process can no longer work. */
  onFatal: (error: Error) => void;
};

export type RunningServer = {
  context: AppContext;
  webPort: number | null;
  apiPort: number | null;
  /** Port of the health pages in a process with neither web nor API. */
  healthPort: number | null;
  /** Accepts no new work, waits for running work, then closes the database. */
  close(): Promise<void>;
};

/** Breaks a cycle: the queue's handlers need the context, and the context needs the queue. */
const createLateQueue = (): { jobs: JobQueue; set(queue: JobQueue): void } => {
  let running: JobQueue | null = null;
  return {
    jobs: {
      enqueue: (...args) => {
        if (!running) throw new Error('a job was enqueued before the queue was started');
        return running.enqueue(...args);
      },
    },
    set: (queue) => {
      running = queue;
    },
  };
};

/** Starts the roles of the environment in this process, in the order of their dependencies. */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const { env, logger, pages, clock = systemClock, checkAnswers = false, onFatal } = options;
  const stops: (() => Promise<unknown>)[] = [];
  let phase: Phase = 'starting';
  const close = async () => {
    phase = 'stopping';
    // A failure does not keep the other parts from stopping. The first failure is thrown at the end.
    const failures: unknown[] = [];
    for (const stop of stops.splice(0).toReversed()) await stop().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };

  // Prepare the pages while the database starts: both take as long.
  const preparing = env.ROLES.includes('web') ? prepareWeb({ env, pages }) : null;
  // The awaiting code below handles the rejection; this avoids unhandledRejection.
  preparing?.catch(() => {});

  try {
    const database =
      options.database ??
      (await openDatabase({
        databaseUrl: env.DATABASE_URL,
        listenUrl: env.DATABASE_LISTEN_URL,
        dataDir: env.DATA_DIR,
        embedding: options.embedding,
        logger,
        onCrash: onFatal,
      }));
    if (!options.database) stops.push(() => database.close());
    // After the database: if it refuses the data folder, no key must be created there.
    const secrets = createSecretBox(await loadEncryptionKeys(env));
    await requireKeys(database.db, secrets);

    const readRoom = database.isEmbedded ? (options.readFreeBytes ?? (() => readFreeBytes(env.DATA_DIR))) : null;
    const guard = readRoom
      ? createStorageGuard({
          pool: database.pool,
          databaseFolder: databaseFolderOf(env.DATA_DIR),
          logger,
          readFreeBytes: readRoom,
        })
      : null;

    const io = createSocketServer({ env, logger, database });
    const sessions = createRememberedSessions();
    stops.push(() => closeSocketServer(io));
    const late = createLateQueue();
    const callBudget = createSharedBudget(database.pool, logger);
    const context: AppContext = {
      env,
      logger,
      clock,
      db: database.db,
      pool: database.pool,
      isEmbedded: database.isEmbedded,
      storage: guard ?? unlimitedStorage,
      jobs: late.jobs,
      publisher: createEventPublisher(io, sessions),
      sessions,
      callBudget,
      platforms: createPlatformRegistry(env, logger, { budget: callBudget }),
      sheetReader: createGoogleSheetReader(env, logger, callBudget),
      secrets,
    };

    const handlers = jobHandlers(context);
    const jobs = await startJobQueue({
      pool: database.pool,
      listener: database.listener,
      isWorker: env.ROLES.includes('worker'),
      storage: context.storage,
      logger,
      types: handlers.map((handler) => handler.type),
    });
    stops.push(() => jobs.stop());
    late.set(jobs);
    // Before serving: on the embedded database, active leases and jobs belong to a process that has ended.
    if (database.isEmbedded) {
      await jobs.retryActive();
      await expireLeases(database.db);
    }
    // Registered here, so that the guard stops before the queue: the queue's last writes would wait for disk space.
    if (guard) stops.push(() => guard.stop());

    const { pool } = database;
    const health = createHealthPages({
      env,
      logger,
      phase: () => phase,
      database: { pool, storage: context.storage, readFreeBytes: readRoom, isQueueHealthy: () => jobs.isHealthy() },
      // Without the API role, the socket server only sends.
      countSockets: env.ROLES.includes('api') ? () => io.engine.clientsCount : null,
    });
    let healthPort: number | null = null;
    if (!env.ROLES.includes('api') && !env.ROLES.includes('web')) {
      const listener = await startHealthListener({ logger, health, host: env.HOST, port: env.API_PORT });
      stops.push(() => listener.close());
      healthPort = listener.port;
    }

    let apiPort: number | null = null;
    if (env.ROLES.includes('api')) {
      // With the web role in the same process, only that role calls the API.
      const host = env.ROLES.includes('web') ? '127.0.0.1' : env.HOST;
      const api = await startApi({ context, health, io, host, port: env.API_PORT, checkAnswers });
      stops.push(() => api.close());
      apiPort = api.port;
    }

    let webPort: number | null = null;
    if (preparing) {
      const apiUrl = apiPort === null ? env.API_URL : `http://127.0.0.1:${apiPort}`;
      const web = await startWeb({ env: { ...env, API_URL: apiUrl }, logger, health, prepared: await preparing });
      stops.push(() => web.close());
      webPort = web.port;
    }
    if (env.ROLES.includes('worker')) {
      for (const { type, cron, payload } of schedules) await jobs.schedule(type, cron, payload);
      // Keys only change at a start.
      if (secrets.keyIds.length > 1) await jobs.enqueue(resealValuesJob, {}, { singletonKey: 'start' });
      // Last, because all workers poll for jobs at once and would delay other startup queries.
      await jobs.work(handlers);
      const ticker = startTicker(ticks(context), { intervalMs: tickIntervalMs, logger, storage: context.storage });
      stops.push(() => ticker.stop());
    }
    // The embedded database serves one process, so unfinished runs belong to an ended process and can resume at once.
    if (database.isEmbedded && env.ROLES.includes('worker')) {
      await resumeRuns(context);
      await resumeImports(context);
    }
    // Begin last: a start has to write a little even on a full disk.
    await guard?.begin();
    phase = 'serving';
    return { context, webPort, apiPort, healthPort, close };
  } catch (error) {
    await close().catch((closing: unknown) =>
      logger.error({ area: 'start', err: closing }, 'a part could not be stopped'),
    );
    throw explainDamage(error, env.DATABASE_URL === undefined ? databaseFolderOf(env.DATA_DIR) : null);
  }
};
