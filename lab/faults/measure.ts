import { readFile } from 'node:fs/promises';

/** The largest value of several runs; 0 without any. */
export const worst = (values: readonly number[]): number => Math.max(0, ...values);

/** The value below which `share` of the values lie, e.g. 0.95; NaN without values. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
};

/** The number of items for each key, e.g. `read 503: 2, write 0: 1`. */
export const countBy = <T>(items: readonly T[], keyOf: (item: T) => string): string =>
  Object.entries(Object.groupBy(items, keyOf))
    .map(([key, found]) => `${key}: ${found?.length}`)
    .join(', ');

/** Resident memory of a process in MB, as Linux reports it. */
export const residentMegabytes = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
};

/** The pids of a process and its running descendants; empty if it has ended. */
export const processTree = async (pid: number): Promise<number[]> => {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => null);
  if (children === null) return [];
  const pids = children.split(' ').filter((text) => text !== '');
  const below = await Promise.all(pids.map((child) => processTree(Number(child))));
  return [pid, ...below.flat()];
};

const proportionalKilobytes = async (pid: number): Promise<number> => {
  // A process can end meanwhile.
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
};

/**
 * Proportional set size in MB of a process and its descendants. Shared memory counts once. Zero if the process has ended.
 */
export const treeMegabytes = async (pid: number): Promise<number> => {
  const sizes = await Promise.all((await processTree(pid)).map(proportionalKilobytes));
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
};
