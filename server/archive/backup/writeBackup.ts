import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { keyIdOf } from '#server/lib/crypto/aesSecretBox.ts';
import { reached } from '#server/lib/flow/steps.ts';
import { productVersion } from '#server/lib/productVersion.ts';
import { syncFolder } from '#server/lib/syncFolder.ts';
import type { DumpSession } from './DumpSession.ts';
import { readMoveState } from '#server/database/moves/importedLeads.ts';
import { encryptWith } from '#server/archive/encryption.ts';
import { fileNameOf } from '#server/archive/backupFiles.ts';
import { findLastMigration } from '#server/archive/restore/migrations.ts';
import { formatVersion, keysName, manifestName, partName } from '#server/archive/manifest.ts';
import type { Manifest } from '#server/archive/manifest.ts';
import { explainTarget } from './prepareTarget.ts';
import { listSealedKeyIds } from './listSealedKeyIds.ts';
import { listTables } from './listTables.ts';
import { checkBackup } from '#server/archive/readBackup.ts';
import { createRowChecksum } from '#server/archive/rowChecksum.ts';
import { wholeRows } from './wholeRows.ts';

/** Reduces the tables' text to a fifth. A higher level takes twice the time and saves little. */
const compression = { level: 3 };

type BackupOptions = {
  folder: string;
  /** The keys to include in the file, so that a restore can open stored tokens; may be empty. */
  keys: readonly string[];
  /** Encrypts the file. */
  passphrase: string | undefined;
  now: Date;
  /** Reads the file again before giving it its final name. */
  isVerified?: boolean;
  /** Aborts the backup and leaves no file behind. */
  signal: AbortSignal;
};

export type WrittenBackup = { file: string; manifest: Manifest };

/** Opens a compressed tar file that is written entry by entry. Each entry has a known size. */
const openArchive = (file: string, passphrase: string | undefined) => {
  const archive = pack();
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  const gzip = createGzip(compression);
  // Synced before it is closed, so that a file with its final name is complete.
  const written =
    passphrase === undefined
      ? pipeline(archive, gzip, target)
      : pipeline(archive, gzip, encryptWith(passphrase), target);
  // Thrown by the next call that adds an entry.
  written.catch(() => {});
  return {
    add: async (name: string, content: Buffer | string): Promise<void> => {
      const added = new Promise<void>((resolve, reject) => {
        archive.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()));
      });
      await Promise.race([added, written]);
    },
    end: async (): Promise<void> => {
      archive.finalize();
      await written;
    },
    abandon: async (): Promise<void> => {
      archive.destroy();
      await written.catch(() => {});
    },
  };
};

/**
 * Writes all tables, from one snapshot, into a new file in `folder`. The file gets its final name once it is complete.
 */
export const writeBackup = async (
  session: DumpSession,
  { folder, keys, passphrase, now, isVerified = false, signal }: BackupOptions,
): Promise<WrittenBackup> => {
  const file = join(folder, fileNameOf(now, passphrase !== undefined));
  const draft = `${file}.${randomBytes(3).toString('hex')}.part`;
  const archive = openArchive(draft, passphrase);
  try {
    // One snapshot for all tables, despite concurrent writes.
    await session.execute('begin isolation level repeatable read read only');
    const last = await findLastMigration(session);
    if (!last) throw new Error('The database is empty: there is nothing to back up');
    if ((await readMoveState((text) => session.query(text))).isMoving)
      throw new Error('An upgrade is still moving the imported leads: start Leadlight once, then back up');
    const tables: Manifest['tables'] = [];
    for (const table of await listTables(session)) {
      const checksum = createRowChecksum();
      let number = 0;
      for await (const text of wholeRows(session.copyOut(table))) {
        signal.throwIfAborted();
        checksum.add(text);
        number += 1;
        await archive.add(partName(table.name, number), text);
        reached('backup.pieceWritten');
      }
      tables.push({ name: table.name, columns: table.columns, rows: checksum.rows(), checksum: checksum.digest() });
    }
    const manifest: Manifest = {
      formatVersion,
      productVersion,
      createdAt: now.toISOString(),
      engine: session.engine,
      lastMigration: last.tag,
      keyIds: keys.map(keyIdOf),
      sealedKeyIds: await listSealedKeyIds(session),
      tables,
    };
    await session.execute('commit');
    if (keys.length > 0) await archive.add(keysName, keys.map((key) => `${key}\n`).join(''));
    await archive.add(manifestName, `${JSON.stringify(manifest, null, 2)}\n`);
    await archive.end();
    if (isVerified) await checkBackup({ file: draft, passphrase });
    signal.throwIfAborted();
    await rename(draft, file);
    await syncFolder(dirname(file));
    return { file, manifest };
  } catch (error) {
    await archive.abandon();
    await rm(draft, { force: true });
    throw explainTarget(folder, error);
  }
};
