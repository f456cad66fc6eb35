import { importLimits } from '#shared/limits.ts';

export type SheetRows = {
  /** Takes storable text. False when the row is one too many, or has the one cell too many. */
  add(cells: readonly string[]): boolean;
  /** What was added, blank rows as empty lists, none at the end. The index is the sheet's row number less one. */
  rows(): string[][];
};

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** Collects a header and up to `importLimits.rows` rows of `importLimits.sheetCells` cells together. Blank rows at the end, of which a sheet may have any number, take no space. */
export const collectSheetRows = (): SheetRows => {
  const rows: string[][] = [];
  let blankRows = 0;
  let cellCount = 0;
  return {
    add: (cells) => {
      if (isBlank(cells)) {
        blankRows += 1;
        return true;
      }
      cellCount += cells.length;
      // The header is a row too.
      if (rows.length + blankRows > importLimits.rows || cellCount > importLimits.sheetCells) return false;
      for (; blankRows > 0; blankRows -= 1) rows.push([]);
      // The parser's own rows, grown cell by cell, have room for twice as many: more memory, and a sixth more time to look after it.
      rows.push(cells.slice());
      return true;
    },
    rows: () => rows,
  };
};
