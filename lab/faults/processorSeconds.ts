import { readFile } from 'node:fs/promises';
import { processTree } from './measure.ts';

/** Linux counts in hundredths of a second on every machine. */
const ticksPerSecond = 100;

/** In user and in kernel mode: the places of times, counted from the third field. */
const ownTimes = [11, 12];
const endedChildrenTimes = [13, 14];

const readSeconds = async (pid: number | 'self', times: readonly number[]): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // It has ended meanwhile. Its parent counts it from then on.
  if (stat === null) return 0;
  // The second field, the name, may contain spaces and brackets, so the fields are counted from the third, the state.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return times.reduce((sum, field) => sum + Number(fields[field]), 0) / ticksPerSecond;
};

/** Processor time of the processes that this one has started and that have ended. */
export const endedChildrenSeconds = (): Promise<number> => readSeconds('self', endedChildrenTimes);

/** Processor time so far of a process and its descendants, ended ones included, as Linux reports it. */
export const processorSeconds = async (pid: number): Promise<number> => {
  const seconds = await Promise.all(
    (await processTree(pid)).map((each) => readSeconds(each, [...ownTimes, ...endedChildrenTimes])),
  );
  return seconds.reduce((sum, each) => sum + each, 0);
};
