import { rowKey } from '#client/lib/address/rowKey.ts';
import type { Line } from './lines.ts';

/** The rows of one call with their opened children, and their place in the table. */
export type Block = {
  page: number;
  /** Index of its first line. */
  start: number;
  count: number;
  /** Null: not loaded yet. */
  lines: readonly Line[] | null;
};

/** All rows of a list in blocks of one call each. @param linesOf the lines of a loaded page; null otherwise */
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

/** The block with a line, or the last one. */
export const blockAt = (blocks: readonly Block[], index: number): Block | undefined => {
  let [low, high] = [0, blocks.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((blocks[middle]?.start ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return blocks[low];
};

/** Null: not loaded yet. */
export const lineAt = (blocks: readonly Block[], index: number): Line | null => {
  const block = blockAt(blocks, index);
  return block?.lines?.[index - block.start] ?? null;
};

/** Index of the loaded line with this key; -1: none. */
export const indexOfKey = (blocks: readonly Block[], key: string): number => {
  for (const { start, lines } of blocks) {
    const at = lines?.findIndex((line) => line.key === key) ?? -1;
    if (at >= 0) return start + at;
  }
  return -1;
};

/** Key of the row above or below a loaded row. Null: there is none, or it is not loaded yet. */
export const neighborOf = (blocks: readonly Block[], key: string, by: -1 | 1): string | null => {
  const at = indexOfKey(blocks, key);
  if (at < 0) return null;
  for (let index = at + by; ; index += by) {
    const line = lineAt(blocks, index);
    if (!line) return null;
    if (line.kind === 'row' && line.row.kind === 'object') return rowKey(line.row);
  }
};
