import { lchown, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import { canPassFolders } from './passFolder.ts';

/** A user of the operating system. */
export type SystemAccount = { uid: number; gid: number };

/** `nobody`, under the number that Linux distributions give it. initdb refuses a user without an entry in /etc/passwd. */
const nobody: SystemAccount = { uid: 65_534, gid: 65_534 };

/**
 * The user that the server runs as where Leadlight runs as root, since PostgreSQL refuses root: the owner of the database folder,
 * and `nobody` for a new one. Null where Leadlight is not root: the server runs as the same user.
 * @throws StartRefusedError where that user could not come to its folder
 */
export const chooseServerAccount = async (databaseFolder: string): Promise<SystemAccount | null> => {
  if (process.getuid?.() !== 0) return null;
  if (!canPassFolders) throw new StartRefusedError('PostgreSQL does not run as root. Start Leadlight as another user.');
  const owner = await stat(databaseFolder).catch(() => null);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody;
};

/** Gives a folder with everything in it to an account: what root has copied belongs to root. */
export const giveFolder = async (folder: string, { uid, gid }: SystemAccount): Promise<void> => {
  if ((await stat(folder)).uid === uid) return;
  for (const name of await readdir(folder, { recursive: true })) await lchown(join(folder, name), uid, gid);
  // Last, since the owner of the folder says that this is done.
  await lchown(folder, uid, gid);
};
