import { lchown, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import { canPassFolders } from './passFolder.ts';

/** A user of the operating system. */
export type SystemAccount = { uid: number; gid: number };

/** `nobody`, with the number that Linux distributions use. initdb refuses a user without an entry in /etc/passwd. */
const nobody: SystemAccount = { uid: 65_534, gid: 65_534 };

/**
 * The user of the server when Leadlight runs as root, because PostgreSQL refuses root: the owner of the database
 * folder, or `nobody` for a new one. Null when Leadlight is not root: the server runs as the same user.
 * @throws StartRefusedError where that user could not reach its folder
 */
export const chooseServerAccount = async (databaseFolder: string): Promise<SystemAccount | null> => {
  if (process.getuid?.() !== 0) return null;
  if (!canPassFolders) throw new StartRefusedError('PostgreSQL does not run as root. Start Leadlight as another user.');
  const owner = await stat(databaseFolder).catch(() => null);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody;
};

/** Gives a folder and its content to an account: files copied by root belong to root. */
export const changeOwner = async (folder: string, { uid, gid }: SystemAccount): Promise<void> => {
  if ((await stat(folder)).uid === uid) return;
  for (const name of await readdir(folder, { recursive: true })) await lchown(join(folder, name), uid, gid);
  // Last, because the owner of the folder marks the end of this step.
  await lchown(folder, uid, gid);
};
