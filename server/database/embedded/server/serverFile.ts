import { readFile, readlink, realpath, writeFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The server's status file in its data folder: the first line is the process id, the eighth the state. */
const serverFileOf = (databaseFolder: string): string => join(databaseFolder, 'postmaster.pid');

export type ServerFile = { pid: number; isReady: boolean; text: string };

/** Null without a file, or while the server is writing it. */
export const readServerFile = async (databaseFolder: string): Promise<ServerFile | null> => {
  const text = await readFile(serverFileOf(databaseFolder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, isReady: lines[7]?.trim() === 'ready', text } : null;
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: alive, and owned by another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/**
 * Whether a process uses the folder. A process id is not enough: ids are reused, and a restarted container uses the
 * same few ids.
 */
const worksOn = async (pid: number, databaseFolder: string): Promise<boolean> => {
  if (!isAlive(pid)) return false;
  if (platform() !== 'linux') return true;
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  return folder === (await realpath(databaseFolder));
};

const pollMs = 20;
const leftoverSignals: readonly [NodeJS.Signals, number][] = [
  ['SIGINT', 1_000],
  ['SIGQUIT', 300],
  ['SIGKILL', 500],
];

/** Larger than any process id of Linux (at most 2^22) and macOS. */
const impossiblePid = 99_999_999;

/**
 * Ends a server that outlived its Leadlight, and removes everything that would prevent a new start. For the holder of
 * the folder's lock: no running Leadlight needs that server.
 */
export const endLeftoverServer = async (databaseFolder: string): Promise<void> => {
  const file = await readServerFile(databaseFolder);
  if (!file) return;
  for (const [signal, limitMs] of leftoverSignals) {
    if (!(await worksOn(file.pid, databaseFolder))) break;
    process.kill(file.pid, signal);
    const until = performance.now() + limitMs;
    while (performance.now() < until && (await worksOn(file.pid, databaseFolder))) await sleep(pollMs);
  }
  const left = await readServerFile(databaseFolder);
  if (!left || (await worksOn(left.pid, databaseFolder))) return;
  // PostgreSQL takes any process with this id for the former server. The other lines stay, because they identify
  // running processes of the former server.
  await writeFile(serverFileOf(databaseFolder), left.text.replace(/^\d+/, String(impossiblePid)));
};
