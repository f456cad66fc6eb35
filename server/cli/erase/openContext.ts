import type { AppContext } from '#server/AppContext.ts';
import { loadEncryptionKeys } from '#server/config/encryptionKeys.ts';
import type { Env } from '#server/config/env.ts';
import { isFolderInUse } from '#server/database/embedded/folder/folderLock.ts';
import { joinEmbedded } from '#server/database/embedded/startEmbedded.ts';
import { openDatabase } from '#server/database/connection/openDatabase.ts';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import { jobHandlers } from '#server/jobs/jobHandlers.ts';
import type { JobQueue } from '#server/jobs/JobQueue.ts';
import { startJobQueue } from '#server/jobs/startJobQueue.ts';
import { createSecretBox } from '#server/lib/crypto/aesSecretBox.ts';
import { systemClock } from '#server/lib/clock.ts';
import type { EventPublisher } from '#server/realtime/EventPublisher.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { unlimitedStorage } from '#server/lib/storage.ts';
import { createSharedBudget } from '#server/providers/calls/callBudget.ts';
import { createPlatformRegistry } from '#server/providers/registry.ts';
import { createGoogleSheetReader } from '#server/providers/spreadsheets/read/googleSheetReader.ts';
import { closeSocketServer } from '#server/realtime/closeSocketServer.ts';
import { createRememberedSessions } from '#server/lib/http/rememberedSessions.ts';
import { createEventPublisher } from '#server/realtime/createEventPublisher.ts';
import { createSocketServer } from '#server/realtime/createSocketServer.ts';

const logger = createLogger('error');

/** Commands without sockets: people see the changes after a reload. */
const silentPublisher: EventPublisher = {
  toMember: () => undefined,
  toWorkspace: () => undefined,
  cutSessions: async () => undefined,
  moveSessions: async () => undefined,
  forgetWorkspaces: async () => undefined,
};

const noQueue: JobQueue = { enqueue: () => Promise.reject(new Error('the queue does not exist yet')) };

/** Also connects to the embedded database of a running Leadlight. */
const open = async ({
  DATABASE_URL: databaseUrl,
  DATABASE_LISTEN_URL: listenUrl,
  DATA_DIR: dataDir,
}: Env): Promise<OpenDatabase> => {
  const isShared = databaseUrl === undefined && (await isFolderInUse(dataDir));
  return openDatabase({
    databaseUrl,
    listenUrl,
    dataDir,
    embedding: isShared ? joinEmbedded(dataDir) : undefined,
    logger,
    onCrash: (error) => {
      throw error;
    },
  });
};

/** The parts of the context that need only the database. */
export type Store = Pick<AppContext, 'env' | 'db' | 'clock' | 'publisher'>;

/** @throws StartRefusedError for the embedded database */
export const openStore = async (env: Env): Promise<{ store: Store; close: () => Promise<void> }> => {
  const database = await open(env);
  return {
    store: { env, db: database.db, clock: systemClock, publisher: silentPublisher },
    close: () => database.close(),
  };
};

/**
 * The product's context for a command, without a server. The next worker runs the jobs that the command enqueues.
 * @throws StartRefusedError for the embedded database
 */
export const openContext = async (env: Env): Promise<{ context: AppContext; close: () => Promise<void> }> => {
  const secrets = createSecretBox(await loadEncryptionKeys(env));
  const database = await open(env);
  // Reaches the sockets of a running product through PostgreSQL.
  const io = createSocketServer({ env, logger, database });
  const sessions = createRememberedSessions();
  const closeAll = async () => {
    await closeSocketServer(io);
    await database.close();
  };
  try {
    const { db, pool, listener, isEmbedded } = database;
    const callBudget = createSharedBudget(pool, logger);
    const base = {
      env,
      logger,
      clock: systemClock,
      db,
      pool,
      isEmbedded,
      storage: unlimitedStorage,
      publisher: createEventPublisher(io, sessions),
      sessions,
      callBudget,
      platforms: createPlatformRegistry(env, logger, { budget: callBudget }),
      sheetReader: createGoogleSheetReader(env, logger, callBudget),
      secrets,
    };
    const types = jobHandlers({ ...base, jobs: noQueue }).map(({ type }) => type);
    const jobs = await startJobQueue({ pool, listener, isWorker: false, storage: unlimitedStorage, logger, types });
    const close = async () => {
      await jobs.stop();
      await closeAll();
    };
    return { context: { ...base, jobs }, close };
  } catch (error) {
    await closeAll();
    throw error;
  }
};
