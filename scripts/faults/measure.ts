import { readFile } from 'node:fs/promises';

/** The largest figure of several runs; 0 without any. */
export const worst = <T>(items: readonly T[], measure: (item: T) => number): number =>
  items.reduce((most, item) => Math.max(most, measure(item)), 0);

/** The value below which `share` of the values lie, e.g. 0.95; NaN of nothing. */
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

/** Resident memory of a process in MB, as Linux tells it. */
export const residentMegabytes = async (pid: number | undefined): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
};
