import { paginationNeighbors } from '#shared/limits.ts';

/**
 * The page numbers to show: first, last, and the current page with its neighbors. 'gap' marks at least one missing
 * page.
 *
 * @example pageNumbers(5, 10) // [1, 'gap', 3, 4, 5, 6, 7, 'gap', 10]
 */
export const pageNumbers = (page: number, totalPages: number): (number | 'gap')[] => {
  const last = Math.max(1, totalPages);
  const shown = new Set([1, last]);
  for (let number = page - paginationNeighbors; number <= page + paginationNeighbors; number += 1) {
    if (number >= 1 && number <= last) shown.add(number);
  }
  const sorted = [...shown].toSorted((a, b) => a - b);
  return sorted.flatMap((number, index) => {
    const before = sorted[index - 1];
    return before !== undefined && number - before > 1 ? ['gap' as const, number] : [number];
  });
};
