import { access, constants, readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import { isClosed, openingAdvice } from './closedFolder.ts';
import { markName } from './createDatabaseFolder.ts';
import { databaseFolderOf, pgliteFolderOf, postgresMajor } from './databaseFolder.ts';
import { storageSettingsName } from '#server/database/embedded/storage/storageSettings.ts';

/** @throws StartRefusedError for an existing file that this process may not use */
const refuseClosed = (dataDir: string, path: string) => (error: NodeJS.ErrnoException) => {
  if (isClosed(error))
    throw new StartRefusedError(`${path} cannot be used (${error.code}). ${openingAdvice(error.code, dataDir)}`);
};

/** Whether a file exists that this process may use in this mode. */
const hasFile = (dataDir: string, path: string, mode = constants.F_OK): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      refuseClosed(dataDir, path)(error);
      return false;
    },
  );

const namesIn = async (dataDir: string, folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    refuseClosed(dataDir, folder)(error);
    throw error;
  });

/** Files and folders in every PostgreSQL database. Copies that skipped empty folders lack some of them. */
const essentials = [
  'PG_VERSION',
  'base',
  'global/pg_control',
  'global/pg_filenode.map',
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_hba.conf',
  'pg_ident.conf',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_multixact/members',
  'pg_multixact/offsets',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal/archive_status',
  'pg_xact',
  'postgresql.conf',
  storageSettingsName,
];

const restoreAdvice =
  'If the folder is a copy, complete it from the original with Leadlight stopped. Otherwise, keep the folder, and restore a backup into an empty DATA_DIR: "npm run restore -- FILE".';

/** PostgreSQL does not start if others may enter or change its folder; the group may read. */
const openToOthers = 0o027;

/** The major version that wrote a folder of files. @throws StartRefusedError when its file holds no number */
const readMajor = async (dataDir: string, folder: string): Promise<number> => {
  const path = join(folder, 'PG_VERSION');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    refuseClosed(dataDir, path)(error);
    throw error;
  });
  if (/^\d+$/.test(text.trim())) return Number(text.trim());
  const found = text === '' ? 'is empty (0 bytes)' : 'holds no version';
  throw new StartRefusedError(
    `${path} ${found}, so the folder was copied or written only in part. Nothing was changed. ${restoreAdvice}`,
  );
};

/** Each database in the folder also has a version file. Without it nobody can connect to that database. */
const requireVersions = async (dataDir: string, folder: string): Promise<void> => {
  for (const name of await namesIn(dataDir, join(folder, 'base')))
    if (/^\d+$/.test(name)) {
      const path = join('base', name, 'PG_VERSION');
      if (!(await hasFile(dataDir, join(folder, path), constants.R_OK)))
        throw new StartRefusedError(`${folder} is incomplete: ${path} is missing. ${restoreAdvice}`);
      await readMajor(dataDir, join(folder, 'base', name));
    }
};

/** A database of an earlier release in DATA_DIR, or null. */
export const findFormerDatabase = async (dataDir: string): Promise<{ folder: string; writtenBy: string } | null> => {
  const pglite = pgliteFolderOf(dataDir);
  if (await hasFile(dataDir, join(pglite, 'PG_VERSION'))) return { folder: pglite, writtenBy: 'Leadlight 1.0.0' };
  for (const name of await namesIn(dataDir, dataDir)) {
    const [, major] = /^postgres-(\d+)$/.exec(name) ?? [];
    if (major !== undefined && Number(major) !== postgresMajor)
      return { folder: join(dataDir, name), writtenBy: `a Leadlight with PostgreSQL ${major}` };
  }
  return null;
};

/** DATA_DIR holds no database of this release, but one of an earlier release. */
export class FormerDatabaseError extends StartRefusedError {
  override readonly name = 'FormerDatabaseError';
}

const describeFormer = ({ folder, writtenBy }: { folder: string; writtenBy: string }): string =>
  [
    `${folder} was written by ${writtenBy}, and this release cannot read it.`,
    'Back it up with that release:     npm run backup',
    'Restore it with this release:     npm run restore -- FILE',
    'The old folder stays where it is. Remove it when you have seen that everything is there.',
  ].join('\n');

/**
 * Inspects the folder of the embedded database without changing anything.
 * @returns whether there is a database; false: one can be created
 * @throws StartRefusedError when there is something other than a complete database of this release
 */
export const inspectDatabaseFolder = async (dataDir: string): Promise<boolean> => {
  if (await hasFile(dataDir, join(dataDir, 'PG_VERSION')))
    throw new StartRefusedError(
      `DATA_DIR (${dataDir}) is itself the folder of a PostgreSQL server. Set DATA_DIR to a folder of its own.`,
    );
  const folder = databaseFolderOf(dataDir);
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    refuseClosed(dataDir, folder)(error);
    throw error;
  });
  if (found && !found.isDirectory())
    throw new StartRefusedError(`${folder} is not a folder. Move it away, or set another DATA_DIR.`);
  const uid = process.getuid?.();
  if (found && uid !== undefined && uid !== 0 && found.uid !== uid)
    throw new StartRefusedError(
      `${folder} belongs to another user (${found.uid}). ${openingAdvice('EACCES', dataDir)}`,
    );
  const names = await namesIn(dataDir, folder);
  if (names.length === 0) {
    const former = await findFormerDatabase(dataDir);
    if (former) throw new FormerDatabaseError(describeFormer(former));
    return false;
  }
  if (!names.includes('PG_VERSION') && !names.includes(markName))
    throw new StartRefusedError(
      `${folder} holds other files than a database of Leadlight. Move them away, or set another DATA_DIR.`,
    );
  if (found && (found.mode & openToOthers) !== 0)
    throw new StartRefusedError(
      `${folder} is open to other users (mode ${(found.mode & 0o777).toString(8)}), and PostgreSQL does not start then. Nothing is damaged: chmod -R u+rwX,go-rwx ${folder}`,
    );
  // PostgreSQL writes to all of these.
  for (const name of ['.', ...essentials])
    if (!(await hasFile(dataDir, join(folder, name), constants.R_OK | constants.W_OK)))
      throw new StartRefusedError(`${folder} is incomplete: ${name} is missing. ${restoreAdvice}`);
  const major = await readMajor(dataDir, folder);
  if (major !== postgresMajor)
    throw new StartRefusedError(describeFormer({ folder, writtenBy: `a Leadlight with PostgreSQL ${major}` }));
  if (!names.includes(markName))
    throw new StartRefusedError(
      `${folder} is a database that Leadlight has not made (${markName} is missing). Move it away, or set another DATA_DIR.`,
    );
  await requireVersions(dataDir, folder);
  return true;
};
