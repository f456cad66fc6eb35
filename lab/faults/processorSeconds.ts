import { readFile } from 'node:fs/promises';
import { processTree } from './measure.ts';

/** Linux counts in hundredths of a second on every machine. */
const ticksPerSecond = 100;

/** Positions of the user and kernel times, counted from the third field. */
const ownTimes = [11, 12];
const endedChildrenTimes = [13, 14];

const readSeconds = async (pid: number | 'self', times: readonly number[]): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The process has ended meanwhile. Its parent's times now include its own.
  if (stat === null) return 0;
  // The second field (name) may contain spaces and brackets, so counting starts at the third (state).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return times.reduce((sum, field) => sum + Number(fields[field]), 0) / ticksPerSecond;
};

/** Processor time of this process's ended children. */
export const endedChildrenSeconds = (): Promise<number> => readSeconds('self', endedChildrenTimes);

/** Processor time of a process and its descendants, including ended ones, as Linux reports it. */
export const processorSeconds = async (pid: number): Promise<number> => {
  const seconds = await Promise.all(
    (await processTree(pid)).map((each) => readSeconds(each, [...ownTimes, ...endedChildrenTimes])),
  );
  return seconds.reduce((sum, each) => sum + each, 0);
};
