import { formatInteger } from '#client/lib/format.ts';

export type SavedImport = {
  /** Name of a file, or `Google Sheet`. */
  source: string;
  inserted: number;
  updated: number;
};

const countLeads = (count: number): string => `${formatInteger(count)} ${count === 1 ? 'lead' : 'leads'}`;

/** `leads.csv: 5 leads added, 2 updated.` */
export const describeImport = ({ source, inserted, updated }: SavedImport): string => {
  if (inserted === 0) return `${source}: ${countLeads(updated)} updated, none added.`;
  return `${source}: ${countLeads(inserted)} added${updated === 0 ? '' : `, ${formatInteger(updated)} updated`}.`;
};
