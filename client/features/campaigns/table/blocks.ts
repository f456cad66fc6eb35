import { rowKey } from '#client/lib/address/rowKey.ts';
import type { Line } from './lines.ts';

/** The rows of one page, with their opened children and their position in the table. */
export type Block = {
  page: number;
  /** Index of the block's first line. */
  start: number;
  count: number;
  /** Null while it is not loaded. */
  lines: readonly Line[] | null;
};

/**
 * Splits all rows of a list into blocks of one page each.
 * @param linesOf returns the lines of a loaded page, else null
 */
export const toBlocks = (
  totalRows: number,
  rowsPerPage: number,
  linesOf: (page: number) => readonly Line[] | null,
): Block[] => {
  const blocks: Block[] = [];
  let start = 0;
  for (let page = 1; (page - 1) * rowsPerPage < totalRows; page += 1) {
    const lines = linesOf(page);
    const count = lines?.length ?? Math.min(rowsPerPage, totalRows - (page - 1) * rowsPerPage);
    blocks.push({ page, start, count, lines });
    start += count;
  }
  return blocks;
};

export const countLines = (blocks: readonly Block[]): number => {
  const last = blocks.at(-1);
  return last ? last.start + last.count : 0;
};

/** Finds the block that contains a line, or else the last block. */
export const blockAt = (blocks: readonly Block[], index: number): Block | undefined => {
  let [low, high] = [0, blocks.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((blocks[middle]?.start ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return blocks[low];
};

/** Null while the line is not loaded. */
export const lineAt = (blocks: readonly Block[], index: number): Line | null => {
  const block = blockAt(blocks, index);
  return block?.lines?.[index - block.start] ?? null;
};

/** Index of the loaded line with this key, or -1. */
export const indexOfKey = (blocks: readonly Block[], key: string): number => {
  for (const { start, lines } of blocks) {
    const at = lines?.findIndex((line) => line.key === key) ?? -1;
    if (at >= 0) return start + at;
  }
  return -1;
};

/** Key of the row above or below a loaded row. Null if that row is missing or not loaded. */
export const neighborOf = (blocks: readonly Block[], key: string, by: -1 | 1): string | null => {
  const at = indexOfKey(blocks, key);
  if (at < 0) return null;
  for (let index = at + by; ; index += by) {
    const line = lineAt(blocks, index);
    if (!line) return null;
    if (line.kind === 'row' && line.row.kind === 'object') return rowKey(line.row);
  }
};
