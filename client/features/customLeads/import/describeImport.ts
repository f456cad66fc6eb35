import { countOf } from '#client/lib/countOf.ts';
import { formatInteger } from '#client/lib/format.ts';

export type SavedImport = {
  /** Name of a file, or `Google Sheet`. */
  source: string;
  /** Rows that are leads. */
  rowCount: number;
  inserted: number;
  /** Rows without a new value. */
  unchanged: number;
  /** Rows that were no leads. */
  leftOut: number;
};

/** `leads.csv: 10 rows read, 5 added, 2 changed, 2 unchanged, 1 left out.` The counts add up to the rows. */
export const describeImport = ({ source, rowCount, inserted, unchanged, leftOut }: SavedImport): string => {
  const parts = [
    [inserted, 'added'],
    [rowCount - inserted - unchanged, 'changed'],
    [unchanged, 'unchanged'],
    [leftOut, 'left out'],
  ] as const;
  const filled = parts.filter(([count]) => count > 0).map(([count, what]) => `${formatInteger(count)} ${what}`);
  return `${source}: ${[`${countOf(rowCount + leftOut, 'row')} read`, ...filled].join(', ')}.`;
};
