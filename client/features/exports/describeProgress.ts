import { formatInteger } from '#client/lib/format.ts';
import type { Progress } from './exportsStore.ts';

/** `12,480 of 100,000 rows`, or what goes before the first of them. */
export const describeProgress = (progress: Progress | undefined): string => {
  if (progress === undefined || progress.state === 'waiting' || progress.state === 'queued') return 'Getting ready…';
  const { rowsWritten, rowsTotal } = progress;
  return rowsTotal === null
    ? 'Gathering rows…'
    : `${formatInteger(rowsWritten)} of ${formatInteger(rowsTotal)} ${rowsTotal === 1 ? 'row' : 'rows'}`;
};
