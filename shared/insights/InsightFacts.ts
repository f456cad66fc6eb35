import type * as z from 'zod/mini';

/**
 * How a column is shown and written: `id` is text in a monospaced face and stays text in a sheet, `money` is in the
 * account's currency, `percent` holds percentages as the platform reports them (1.18 is 1.18 %).
 */
export type ColumnKind = 'text' | 'id' | 'date' | 'integer' | 'decimal' | 'money' | 'percent' | 'flag' | 'status';

export type Column<Key extends string = string> = { key: Key; title: string; kind: ColumnKind };

/** Facts about a platform's insights that client and server share. The keys match a row's fields. */
export type InsightFacts = {
  /** A row of the Preview and of an export. */
  row: z.ZodMiniObject;
  /** What is stored of a day: rows of the Preview where the platform reports them by day. */
  dayRow: z.ZodMiniObject;
  /** The columns of the Preview and of an export, in the order of the row's fields. */
  columns: readonly Column[];
  /** The column that stays in sight while the others scroll sideways. */
  nameKey: string;
  /** Where a row names its ad account; null where it does not. */
  accountKey: string | null;
  /** How the stored rows of a day name what is summed. */
  sumKeys: { id: string; name: string; leads: string };
  /** The order of the stored days in the Preview, as the platform lists them; null where rows are kept by range. */
  dayOrder: 'asc' | 'desc' | null;
  /** The Preview reads a dataset at a time rather than everything at once. */
  comesInDatasets: boolean;
};
