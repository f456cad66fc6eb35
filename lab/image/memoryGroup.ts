import { access, mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A control group that limits the memory of processes and their children, as a container engine does. */
export type MemoryGroup = {
  /** Moves a process into the group. Memory that it already uses does not count. */
  add(pid: number): void;
  /** Peak memory of its processes, including the page cache. */
  peakBytes(): Promise<number>;
  /** How many of its processes Linux killed at the limit. */
  killed(): Promise<number>;
  /** Ends the running processes of the group and removes it. @returns the ids of those processes */
  remove(): Promise<number[]>;
};

/** Versions 1 and 2 of Linux's control groups. */
const controllers = [
  {
    root: '/sys/fs/cgroup/memory',
    limit: 'memory.limit_in_bytes',
    peak: 'memory.max_usage_in_bytes',
    events: 'memory.oom_control',
  },
  { root: '/sys/fs/cgroup', limit: 'memory.max', peak: 'memory.peak', events: 'memory.events' },
] as const;

/** Children of the program may end a moment later. */
const endMs = 2_000;
const pollMs = 20;

/** @throws if this process may not create a group */
export const makeMemoryGroup = async (limitBytes: number): Promise<MemoryGroup> => {
  const [first, second] = controllers;
  const hasFirst = await access(first.root).then(
    () => true,
    () => false,
  );
  const { root, ...files } = hasFirst ? first : second;
  const folder = join(root, `leadlight-image-${process.pid}`);
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const processes = async () => (await read('cgroup.procs')).split('\n').filter(Boolean).map(Number);
  const awaitEmpty = async () => {
    const until = performance.now() + endMs;
    while ((await processes()).length > 0 && performance.now() < until) await sleep(pollMs);
    return processes();
  };
  await mkdir(folder);
  try {
    await writeFile(join(folder, files.limit), String(limitBytes));
  } catch (error) {
    await rmdir(folder);
    throw error;
  }
  return {
    // Synchronous, so that the process is in the group before it allocates memory.
    add: (pid) => writeFileSync(join(folder, 'cgroup.procs'), String(pid)),
    peakBytes: async () => Number(await read(files.peak)),
    killed: async () => Number(/^oom_kill (\d+)$/m.exec(await read(files.events))?.[1] ?? 0),
    remove: async () => {
      const left = await awaitEmpty();
      for (const pid of left) process.kill(pid, 'SIGKILL');
      await awaitEmpty();
      await rmdir(folder);
      return left;
    },
  };
};
