import { readFile } from 'node:fs/promises';
import { processTree } from './measure.ts';

/** Linux counts in hundredths of a second on every machine. */
const ticksPerSecond = 100;

const ownSeconds = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // It has ended meanwhile. Its parent counts it from then on.
  if (stat === null) return 0;
  // The second field, the name, may contain spaces and brackets, so the fields are counted from the third, the state.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // In user and in kernel mode, then the same of ended children.
  return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0) / ticksPerSecond;
};

/** Processor time so far of a process and its descendants, ended ones included, as Linux reports it. */
export const processorSeconds = async (pid: number): Promise<number> => {
  const seconds = await Promise.all((await processTree(pid)).map(ownSeconds));
  return seconds.reduce((sum, each) => sum + each, 0);
};
