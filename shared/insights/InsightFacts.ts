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
  /** The columns of the Preview and of an export, in the order of the row's fields. */
  columns: readonly Column[];
  /** The column that stays visible during horizontal scrolling. */
  nameKey: string;
  /** The field with the ad account of a row; null if rows have none. */
  accountKey: string | null;
  /** The platform's order of stored days in the Preview; null if rows are stored by range. */
  dayOrder: 'asc' | 'desc' | null;
  /** The Preview loads one dataset at a time. */
  comesInDatasets: boolean;
};
