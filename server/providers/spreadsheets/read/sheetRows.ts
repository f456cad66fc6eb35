import { importLimits } from '#shared/limits.ts';

export type SheetRows = {
  /** Expects storable text. Returns false when the row or its cells exceed a limit. */
  add(cells: readonly string[]): boolean;
  /**
   * The added rows; blank rows are empty lists, trailing ones are dropped. The index is the sheet's row number minus
   * one.
   */
  rows(): string[][];
};

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/**
 * Collects a header and up to `importLimits.rows` rows with `importLimits.sheetCells` cells in total. Trailing blank
 * rows, of which a sheet may have any number, take no space.
 */
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
      // The header counts as a row.
      if (rows.length + blankRows > importLimits.rows || cellCount > importLimits.sheetCells) return false;
      for (; blankRows > 0; blankRows -= 1) rows.push([]);
      // The parser's rows have capacity for twice as many cells: more memory and a sixth more garbage collection.
      rows.push(cells.slice());
      return true;
    },
    rows: () => rows,
  };
};
