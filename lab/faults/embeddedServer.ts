import { readFileSync } from 'node:fs';
import { readdir, readlink, realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseFolderOf } from '#server/database/embedded/folder/databaseFolder.ts';
import type { ProductSite } from '#testing/startProduct.ts';
import { now } from '#testing/startProduct.ts';

const databaseFolder = ({ dataDir }: ProductSite): string => databaseFolderOf(dataDir);

/** The pid of the embedded PostgreSQL's main process. */
export const serverPid = (site: ProductSite): number => {
  const pid = Number(readFileSync(`${databaseFolder(site)}/postmaster.pid`, 'utf8').split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) throw new Error('The embedded PostgreSQL has no process id');
  return pid;
};

/** The PostgreSQL processes of the database folder, which is their working directory. */
export const serverProcesses = async (site: ProductSite): Promise<number[]> => {
  const folder = await realpath(databaseFolder(site));
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    // A process can end meanwhile.
    pids.map(async (pid) => ((await readlink(`/proc/${pid}/cwd`).catch(() => null)) === folder ? [Number(pid)] : [])),
  );
  return found.flat();
};

const checkEveryMs = 20;

/** Waits until no server uses the folder. @returns how long that took; infinite if a server is left after `withinMs` */
export const timeUntilServerGone = async (site: ProductSite, withinMs: number): Promise<number> => {
  const startedAt = now();
  while ((await serverProcesses(site)).length > 0) {
    if (now() - startedAt > withinMs) return Number.POSITIVE_INFINITY;
    await sleep(checkEveryMs);
  }
  return now() - startedAt;
};
