import { insightFacts } from '#shared/insights.ts';
import type { ColumnKind } from '#shared/insights.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { SheetCell, SheetColumn, SheetFormat } from '#server/providers/spreadsheets/SheetWriter.ts';
import { toSheetDate } from '#server/providers/spreadsheets/write/sheetDate.ts';

/** `plain`: an unknown column, whose values are written unchanged. */
export type ExportColumn = { key: string; title: string; kind: ColumnKind | 'plain' };

const sheetFormats: Record<ExportColumn['kind'], SheetFormat> = {
  plain: 'plain',
  text: 'text',
  id: 'text',
  status: 'text',
  date: 'date',
  integer: 'integer',
  decimal: 'decimal',
  money: 'decimal',
  percent: 'percent',
  flag: 'plain',
};

export const toSheetColumn = ({ title, kind }: ExportColumn): SheetColumn => ({ title, format: sheetFormats[kind] });

/** Converts a value to its column's format: days to real dates, ids to text with all digits. */
export const toColumnCell = (kind: ExportColumn['kind'], value: SheetCell): SheetCell => {
  if (kind === 'date' && typeof value === 'string') return toSheetDate(value) ?? value;
  if (kind === 'id' && typeof value === 'number') return String(value);
  return value;
};

/**
 * Derives the columns of a sheet from the row keys. Rows that have all keys of the platform get its titles, order and
 * formats; further keys come last. Other rows keep their keys as titles, in order of first appearance.
 */
export const chooseColumns = (platform: PlatformId | null, keys: ReadonlySet<string>): ExportColumn[] => {
  const known: readonly ExportColumn[] = platform ? insightFacts[platform].columns : [];
  const isPlatformRow = known.length > 0 && known.every(({ key }) => keys.has(key));
  const typed = isPlatformRow ? known : [];
  const typedKeys = new Set(typed.map(({ key }) => key));
  const others = [...keys].filter((key) => !typedKeys.has(key));
  return [...typed, ...others.map((key): ExportColumn => ({ key, title: key, kind: 'plain' }))];
};
