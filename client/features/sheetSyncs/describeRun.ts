import { formatInteger } from '#client/lib/format.ts';
import type { SheetSyncRun } from '#shared/contracts/sheetSyncs.ts';

type Counts = Pick<SheetSyncRun, 'rowsRead' | 'rowsAdded' | 'rowsChanged' | 'rowsRejected'>;

/** `7 read, 2 added, 1 changed, 0 rejected` */
export const describeCounts = ({ rowsRead, rowsAdded, rowsChanged, rowsRejected }: Counts): string =>
  [
    [rowsRead, 'read'],
    [rowsAdded, 'added'],
    [rowsChanged, 'changed'],
    [rowsRejected, 'rejected'],
  ]
    .map(([count, what]) => `${formatInteger(Number(count))} ${what}`)
    .join(', ');
