import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { prepareTarget } from '#server/archive/backup/prepareTarget.ts';
import type { AppContext } from '#server/AppContext.ts';
import { backupFolderOf, keepNewest } from '#server/archive/backupFiles.ts';
import { BucketError, copyToBucket } from '#server/archive/copyToBucket.ts';
import type { Bucket } from '#server/archive/copyToBucket.ts';
import { openForBackup } from '#server/archive/openArchive.ts';
import { writeBackup } from '#server/archive/backup/writeBackup.ts';
import { findEncryptionKeys } from '#server/config/encryptionKeys.ts';
import type { Env } from '#server/config/env.ts';
import { readFreeBytes, reservedBytes } from '#server/database/embedded/storage/freeSpace.ts';
import { holdLease } from '#server/database/leases/lease.ts';
import type { JobRun } from '#server/jobs/JobQueue.ts';
import { newId } from '#server/lib/ids.ts';
import { backupLease, extendBackup, saveBackupResult, scheduleBackup, takeBackup } from './dailyBackups.store.ts';
import type { DailyBackup } from './dailyBackups.store.ts';
import { nextBackup } from './nextBackup.ts';

type Context = Pick<AppContext, 'db' | 'clock' | 'env' | 'logger'>;

/** Pause before a failed backup is retried. After a few retries it waits for the next day. */
const pauseMs = 15 * 60_000;
const retries = 3;

const bucketOf = ({ BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET, BACKUP_S3_KEY_ID, BACKUP_S3_KEY }: Env): Bucket | null =>
  BACKUP_S3_ENDPOINT && BACKUP_S3_BUCKET && BACKUP_S3_KEY_ID && BACKUP_S3_KEY
    ? { endpoint: BACKUP_S3_ENDPOINT, name: BACKUP_S3_BUCKET, keyId: BACKUP_S3_KEY_ID, key: BACKUP_S3_KEY }
    : null;

/** The embedded database cannot write to a full disk, so a backup never takes the last free space. */
const requireRoom = async (folder: string, lastBytes: number): Promise<void> => {
  const needed = reservedBytes + 2 * lastBytes;
  const free = await readFreeBytes(folder);
  const inMebibytes = (bytes: number): number => Math.floor(bytes / 1024 ** 2);
  if (free < needed)
    throw new Error(`the disk has ${inMebibytes(free)} MiB left, and a backup needs ${inMebibytes(needed)} MiB`);
};

/** Writes the backup and verifies it by reading, then deletes the oldest backups. @returns its name and size */
const writeDailyBackup = async (
  { env, clock }: Context,
  { bytes: lastBytes }: DailyBackup,
  signal: AbortSignal,
): Promise<{ path: string; bytes: number }> => {
  const folder = backupFolderOf(env);
  await prepareTarget(folder);
  await requireRoom(folder, lastBytes ?? 0);
  const database = await openForBackup(env);
  const now = clock.now();
  try {
    const { file: path } = await writeBackup(database.session, {
      folder,
      keys: await findEncryptionKeys(env),
      passphrase: env.BACKUP_PASSPHRASE,
      now,
      isVerified: true,
      signal,
    });
    await keepNewest(folder, env.BACKUP_KEEP, now);
    return { path, bytes: (await stat(path)).size };
  } finally {
    await database.close();
  }
};

/** A path or a code, never a secret: errors of PostgreSQL and of files contain none, and those of a bucket only its host. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 300);

/**
 * Makes the daily backup if it is due. One process writes it to its own machine and copies it to the bucket, if there
 * is one. If only the copy fails, the backup counts as made and the failure is recorded.
 */
export const backUpWhenDue = async (context: Context, { log, signal: stopped }: Pick<JobRun, 'log' | 'signal'>) => {
  const { db, clock, env } = context;
  if (env.BACKUP_AT === 'off') return;
  await scheduleBackup(db, nextBackup(env.BACKUP_AT, clock.now()));
  const holder = { leaseId: newId() };
  const row = await takeBackup(db, holder, clock.now());
  if (!row) return;
  await holdLease(backupLease, { extend: () => extendBackup(db, holder), log, signal: stopped }, async (signal) => {
    let done: Partial<Pick<DailyBackup, 'doneAt' | 'file' | 'bytes' | 'copiedAt'>> = {};
    try {
      const { path, bytes } = await writeDailyBackup(context, row, signal);
      done = { doneAt: clock.now(), file: basename(path), bytes };
      const bucket = bucketOf(env);
      if (bucket) {
        await copyToBucket(bucket, path, { keep: env.BACKUP_KEEP, signal });
        done.copiedAt = clock.now();
      }
      const dueAt = nextBackup(env.BACKUP_AT, clock.now());
      await saveBackupResult(db, holder, { dueAt, failures: 0, problem: null, ...done });
      log.info({ file: done.file, bytes }, 'the daily backup is done');
    } catch (error) {
      signal.throwIfAborted();
      const failures = row.failures + 1;
      const next = nextBackup(env.BACKUP_AT, clock.now());
      const retryAt = new Date(clock.now().getTime() + pauseMs);
      const isRetried = failures % (retries + 1) !== 0 && retryAt < next;
      const problem = error instanceof BucketError ? `The copy failed: ${reasonOf(error)}` : reasonOf(error);
      log.error({ err: error, failures }, 'the daily backup failed');
      await saveBackupResult(db, holder, { dueAt: isRetried ? retryAt : next, failures, problem, ...done });
    }
  });
};
