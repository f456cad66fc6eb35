import type { ReadColumn } from '#shared/leadFiles/LeadReading.ts';
import { messages } from '#shared/messages.ts';
import type { SheetSyncRow } from '#server/modules/sheets/syncs/sheetSyncs.store.ts';
import type { PreparedSheet } from './prepareSheet.ts';

/** Columns of a sheet that are remembered, so that its record stays small. */
const mostColumns = 300;
/** Missing columns that a message names. */
const mostNamed = 5;

const isIn = (columns: readonly ReadColumn[], { header, becomes }: ReadColumn): boolean =>
  columns.some((each) => each.header === header || (becomes !== 'answer' && each.becomes === becomes));

type Notes = Pick<SheetSyncRow, 'columns' | 'noted'> & {
  /** Problems that nobody was notified of, in words. */
  news: string[];
};

/**
 * Compares a sheet with its earlier runs: missing columns, errors in cells, and rows that cannot be told apart. Each
 * problem is news once, until it is solved.
 */
export const markProblems = (
  before: Pick<SheetSyncRow, 'columns' | 'noted'>,
  { columns: read, errorRows, alike }: Pick<PreparedSheet, 'columns' | 'errorRows' | 'alike'>,
): Notes => {
  const now = read.filter(({ becomes }) => becomes !== 'nothing');
  // A known column without values is not missing.
  const missing = (before.columns ?? []).filter((column) => !isIn(read, column));
  const problems = new Map<string, string>();
  const keyOf = ({ header }: ReadColumn): string => `column:${header}`;
  const unknown = missing.filter((column) => !before.noted.includes(keyOf(column)));
  const names = unknown.map(({ header }) => header).slice(0, mostNamed);
  for (const column of missing) problems.set(keyOf(column), '');
  if (errorRows > 0) problems.set('errors', messages.sheetSyncs.errorCells(errorRows));
  if (alike.length > 0) problems.set('alike', messages.sheetSyncs.rowsAlike(alike.length));
  const others = [...problems].flatMap(([key, text]) => (text === '' || before.noted.includes(key) ? [] : [text]));
  return {
    columns: [...now, ...missing].slice(0, mostColumns),
    noted: [...problems.keys()],
    news: [...(names.length > 0 ? [messages.sheetSyncs.columnsMissing(names)] : []), ...others],
  };
};
