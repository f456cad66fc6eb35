import type { AppContext } from './AppContext.ts';
import type { Env } from './config/env.ts';
import { loadEncryptionKeys } from './config/encryptionKeys.ts';
import { databaseFolderOf } from './database/embedded/databaseFolder.ts';
import { readFreeBytes } from './database/embedded/freeSpace.ts';
import { createStorageGuard } from './database/embedded/guardStorage.ts';
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
import { resumeImports } from './modules/customLeads/imports/resumeImports.ts';
import { answerSettings } from './modules/diagnostics/questions/answerQuestion.ts';
import { requireKeys } from './modules/sealedValues/requireKeys.ts';
import { resealValuesJob } from './modules/sealedValues/resealValues.handler.ts';
import { resumeRuns } from './modules/sheetSyncs/runs/resumeRuns.ts';
import { createSharedBudget } from './providers/callBudget.ts';
import { createPlatformRegistry } from './providers/registry.ts';
import { createGoogleSheetReader } from './providers/spreadsheets/googleSheetReader.ts';
import { closeSocketServer } from './realtime/closeSocketServer.ts';
import { createEventPublisher } from './realtime/createEventPublisher.ts';
import { createSocketServer } from './realtime/createSocketServer.ts';
import { startApi } from './startApi.ts';
import { startHealthListener } from './startHealthListener.ts';
import { prepareWeb, startWeb } from './startWeb.ts';

export type ServerOptions = {
  env: Env;
  logger: Logger;
  /** `built`: the pages from dist; `vite`: hot reload from the sources. */
  pages: 'built' | 'vite';
  clock?: Clock;
  /** The embedded database of the environment, begun to start before. */
  embedding?: Promise<EmbeddedDatabase> | undefined;
  /** A database that is already open; else the one of the environment. */
  database?: OpenDatabase;
  /** Room on the disk of the embedded database; else that of DATA_DIR. */
  readFreeBytes?: () => Promise<number>;
  /** Tests compare every answer with its contract. */
  checkAnswers?: boolean;
  /** Told when the process can no longer do its work. */
  onFatal: (error: Error) => void;
};

export type RunningServer = {
  context: AppContext;
  webPort: number | null;
  apiPort: number | null;
  /** Where a process without web and API tells how it is doing. */
  healthPort: number | null;
  /** Takes nothing new, lets what runs come to its end, then lets go of the database. */
  close(): Promise<void>;
};

/** The queue is started with handlers that need the context, which needs the queue: this stands in between. */
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

/** Starts the roles of the environment in this process, in the order in which they need each other. */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const { env, logger, pages, clock = systemClock, checkAnswers = false, onFatal } = options;
  const stops: (() => Promise<unknown>)[] = [];
  let phase: Phase = 'starting';
  const close = async () => {
    phase = 'stopping';
    // Each part is stopped though another one failed to; the first failure is told at the end.
    const failures: unknown[] = [];
    for (const stop of stops.splice(0).toReversed()) await stop().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };

  // The pages are made while the database starts, which takes as long.
  const preparing = env.ROLES.includes('web') ? prepareWeb({ env, pages }) : null;
  // Told where it is waited for, unless the start has failed before.
  preparing?.catch(() => {});

  try {
    const database =
      options.database ??
      (await openDatabase({
        databaseUrl: env.DATABASE_URL,
        dataDir: env.DATA_DIR,
        embedding: options.embedding,
        logger,
        onCrash: onFatal,
      }));
    if (!options.database) stops.push(() => database.close());
    // After the database, since a folder that is refused stays as it is: no key is made in it.
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

    const io = createSocketServer({ env, logger, pool: database.pool });
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
      publisher: createEventPublisher(io),
      callBudget,
      platforms: createPlatformRegistry(env, logger, { budget: callBudget }),
      sheetReader: createGoogleSheetReader(env, logger, callBudget),
      secrets,
    };

    const handlers = jobHandlers(context);
    const jobs = await startJobQueue({
      pool: database.pool,
      isWorker: env.ROLES.includes('worker'),
      storage: context.storage,
      logger,
      types: handlers.map((handler) => handler.type),
    });
    stops.push(() => jobs.stop());
    late.set(jobs);
    // Before anyone is served: on the embedded database, leases and jobs under way are those of a process that is gone.
    if (database.isEmbedded) {
      await jobs.retryActive();
      await expireLeases(database.db);
    }
    // Before the queue, whose last words would wait for room.
    if (guard) stops.push(() => guard.stop());

    const { pool } = database;
    const health = createHealthPages({
      env,
      logger,
      phase: () => phase,
      database: { pool, storage: context.storage, readFreeBytes: readRoom, isQueueHealthy: () => jobs.isHealthy() },
      // Where there is no API, the socket server only sends.
      countSockets: env.ROLES.includes('api') ? () => io.engine.clientsCount : null,
    });
    let healthPort: number | null = null;
    if (!env.ROLES.includes('api') && !env.ROLES.includes('web')) {
      answerSettings(health, env);
      const listener = await startHealthListener({ logger, health, host: env.HOST, port: env.API_PORT });
      stops.push(() => listener.close());
      healthPort = listener.port;
    }

    let apiPort: number | null = null;
    if (env.ROLES.includes('api')) {
      // Behind a web role of the same process nobody else needs to reach the API.
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
      // A new key comes with a start.
      if (secrets.keyIds.length > 1) await jobs.enqueue(resealValuesJob, {}, { singletonKey: 'start' });
      // Their first looks for jobs come all at once, and whatever a start asks the database after that stands behind them.
      await jobs.work(handlers);
      const ticker = startTicker(ticks(context), { intervalMs: tickIntervalMs, logger, storage: context.storage });
      stops.push(() => ticker.stop());
    }
    // The embedded database serves one process: a run that is under way is one of a former process, and is resumed at once.
    if (database.isEmbedded && env.ROLES.includes('worker')) {
      await resumeRuns(context);
      await resumeImports(context);
    }
    // A start on a full disk has written what little it needs.
    await guard?.begin();
    phase = 'serving';
    return { context, webPort, apiPort, healthPort, close };
  } catch (error) {
    await close().catch((closing: unknown) =>
      logger.error({ area: 'start', err: closing }, 'a part could not be stopped'),
    );
    throw error;
  }
};
