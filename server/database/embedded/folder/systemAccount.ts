import { randomInt } from 'node:crypto';
import { lchown, readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import { canPassFolders } from './passFolder.ts';

/** An operating system user. */
export type SystemAccount = { uid: number; gid: number };

/** `nobody`, with the number that Linux distributions use. Many services share this user. */
const nobody: SystemAccount = { uid: 65_534, gid: 65_534 };

/**
 * User numbers that neither distributions nor systemd assign (systemd, "Users, Groups, UIDs and GIDs"). They are below
 * 65,536, because containers often map only that many.
 */
const freeUids = { first: 60_706, last: 61_183 };

/** The users of /etc/passwd. */
const readPasswd = async (): Promise<SystemAccount[]> => {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [, , uid = '', gid = ''] = line.split(':');
    return /^\d+$/.test(uid) && /^\d+$/.test(gid) ? [{ uid: Number(uid), gid: Number(gid) }] : [];
  });
};

/** Users with a running process. */
const readBusyUids = async (): Promise<Set<number>> => {
  const busy = new Set<number>();
  for (const pid of await readdir('/proc'))
    if (/^\d+$/.test(pid)) {
      // A process may end while it is read.
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      for (const uid of /^Uid:\s+(.*)$/m.exec(status)?.[1]?.split(/\s+/) ?? []) busy.add(Number(uid));
    }
  return busy;
};

const chooseFreeAccount = async (): Promise<SystemAccount> => {
  const taken = new Set([...(await readPasswd()).map(({ uid }) => uid), ...(await readBusyUids())]);
  const count = freeUids.last - freeUids.first + 1;
  const start = randomInt(count);
  for (let step = 0; step < count; step += 1) {
    const uid = freeUids.first + ((start + step) % count);
    if (!taken.has(uid)) return { uid, gid: uid };
  }
  throw new StartRefusedError(
    `PostgreSQL does not run as root, and no user number from ${freeUids.first} to ${freeUids.last} is free. Start Leadlight as another user.`,
  );
};

/**
 * The server's user when Leadlight runs as root, because PostgreSQL refuses root: the owner of the database folder, or
 * an unused number. Processes of the same user could reach the server through `/proc`, so a folder owned by `nobody`
 * also gets an unused number. Null when Leadlight is not root: the server runs as the same user.
 * @throws StartRefusedError if that user could not access its folder
 */
export const chooseServerAccount = async (databaseFolder: string): Promise<SystemAccount | null> => {
  if (process.getuid?.() !== 0) return null;
  if (!canPassFolders) throw new StartRefusedError('PostgreSQL does not run as root. Start Leadlight as another user.');
  const owner = await stat(databaseFolder).catch(() => null);
  return owner && owner.uid !== 0 && owner.uid !== nobody.uid
    ? { uid: owner.uid, gid: owner.gid }
    : chooseFreeAccount();
};

/**
 * A user for programs, such as initdb, that refuse root and users without an entry in /etc/passwd: `nobody`, or another
 * user if `nobody` has running processes. Null when Leadlight is not root.
 */
export const chooseNamedAccount = async (): Promise<SystemAccount | null> => {
  if (process.getuid?.() !== 0) return null;
  const busy = await readBusyUids();
  const idle = (await readPasswd()).filter(({ uid }) => uid !== 0 && !busy.has(uid));
  return idle.find(({ uid }) => uid === nobody.uid) ?? idle[0] ?? nobody;
};

/** Makes an account the owner of a folder and its contents: files copied by root belong to root. */
export const changeOwner = async (folder: string, { uid, gid }: SystemAccount): Promise<void> => {
  if ((await stat(folder)).uid === uid) return;
  for (const name of await readdir(folder, { recursive: true })) await lchown(join(folder, name), uid, gid);
  // Last, because the folder's owner marks this step as complete.
  await lchown(folder, uid, gid);
};
