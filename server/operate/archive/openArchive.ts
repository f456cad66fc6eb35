import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Env } from '#server/config/env.ts';
import { askProcess } from '#server/database/embedded/askProcess.ts';
import { databaseFolderOf } from '#server/database/embedded/databaseFolder.ts';
import { FolderInUseError, lockFolder } from '#server/database/embedded/folderLock.ts';
import type { FolderLock } from '#server/database/embedded/folderLock.ts';
import { requireRoomToStart } from '#server/database/embedded/freeSpace.ts';
import { settleFolder } from '#server/database/embedded/replaceFolder.ts';
import { snapshotCommandName } from '#server/database/embedded/snapshotCommand.ts';
import type { DumpSession } from './DumpSession.ts';
import { openEmbeddedSession } from './openEmbeddedSession.ts';
import { openServerSession } from './openServerSession.ts';

type OpenArchive = {
  session: DumpSession;
  /** Aborts when what is read goes away. */
  lost: AbortSignal;
  close(): Promise<void>;
};

const snapshotAnswer = z.union([z.object({ folder: z.string() }), z.object({ refused: z.string() })]);
const refusals: Readonly<Record<string, string>> = {
  busy: 'Another backup is being made. Try again when it is done.',
  'no-room': 'The disk of DATA_DIR has no room for a copy of the database, which a backup needs while it is made.',
  failed: 'The running Leadlight could not copy its database; its log says why.',
};

const never = new AbortController().signal;

/** The product runs: it is asked for a copy of its files, which goes when this hangs up. */
const openCopy = async (dataDir: string): Promise<OpenArchive> => {
  const asked = await askProcess(dataDir, snapshotCommandName);
  try {
    const answer = snapshotAnswer.parse(asked.answer);
    if ('refused' in answer) throw new Error(refusals[answer.refused] ?? refusals['failed']);
    const session = await openEmbeddedSession(answer.folder);
    const close = async () => {
      await session.close();
      asked.hangUp();
    };
    return { session, lost: asked.lost, close };
  } catch (error) {
    asked.hangUp();
    throw error;
  }
};

/** The product does not run: its files are opened themselves, under its lock. */
const openStopped = async (dataDir: string, lock: FolderLock): Promise<OpenArchive> => {
  try {
    await settleFolder(dataDir);
    await requireRoomToStart(dataDir);
    const session = await openEmbeddedSession(databaseFolderOf(dataDir));
    const close = async () => {
      await session.close();
      await lock.release();
    };
    return { session, lost: never, close };
  } catch (error) {
    await lock.release();
    throw error;
  }
};

/** Whether an embedded database was ever laid out there. */
export const hasEmbeddedDatabase = (dataDir: string): Promise<boolean> =>
  stat(join(databaseFolderOf(dataDir), 'PG_VERSION')).then(
    () => true,
    () => false,
  );

const openServer = async (databaseUrl: string): Promise<OpenArchive> => {
  const session = await openServerSession(databaseUrl);
  return { session, lost: never, close: () => session.close() };
};

const requireEmbeddedDatabase = async (dataDir: string): Promise<void> => {
  if (!(await hasEmbeddedDatabase(dataDir))) throw new Error(`There is no database in ${databaseFolderOf(dataDir)}`);
};

/**
 * Opens the database of the environment itself, to be changed.
 * @throws FolderInUseError when the product runs on the embedded one
 */
export const openForChange = async ({ DATABASE_URL, DATA_DIR }: Env): Promise<OpenArchive> => {
  if (DATABASE_URL) return openServer(DATABASE_URL);
  await requireEmbeddedDatabase(DATA_DIR);
  return openStopped(DATA_DIR, await lockFolder(DATA_DIR));
};

/** Opens the database of the environment to be read, whether the product runs or not. */
export const openForBackup = async ({ DATABASE_URL, DATA_DIR }: Env): Promise<OpenArchive> => {
  if (DATABASE_URL) return openServer(DATABASE_URL);
  await requireEmbeddedDatabase(DATA_DIR);
  const lock = await lockFolder(DATA_DIR).catch((error: unknown) => {
    if (error instanceof FolderInUseError) return null;
    throw error;
  });
  return lock ? openStopped(DATA_DIR, lock) : openCopy(DATA_DIR);
};
