import { countOf } from '#client/lib/countOf.ts';
import { formatInteger } from '#client/lib/format.ts';

export type SavedImport = {
  /** Name of a file, or `Google Sheet`. */
  source: string;
  inserted: number;
  updated: number;
  /** Rows that were no leads. */
  leftOut: number;
};

/** `leads.csv: 5 leads added, 2 updated. 3 rows left out.` */
export const describeImport = ({ source, inserted, updated, leftOut }: SavedImport): string => {
  const rest = leftOut === 0 ? '' : ` ${countOf(leftOut, 'row')} left out.`;
  if (inserted === 0) return `${source}: ${countOf(updated, 'lead')} updated, none added.${rest}`;
  return `${source}: ${countOf(inserted, 'lead')} added${updated === 0 ? '' : `, ${formatInteger(updated)} updated`}.${rest}`;
};
