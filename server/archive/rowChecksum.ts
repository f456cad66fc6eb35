import { hash } from 'node:crypto';

const newLine = 10;

/** Counts rows and sums their hashes. The order of the rows does not matter. */
export type RowChecksum = {
  /** Takes whole lines. */
  add(text: Uint8Array): void;
  rows(): number;
  digest(): string;
};

export const createRowChecksum = (): RowChecksum => {
  // Each sum wraps around at 2^64.
  const sums = new BigUint64Array(2);
  let rows = 0;
  return {
    add: (text) => {
      for (let start = 0; start < text.length;) {
        const end = text.indexOf(newLine, start);
        if (end === -1) throw new Error('A piece of a table ends within a row');
        const row = hash('sha256', text.subarray(start, end), 'buffer');
        for (const half of sums.keys()) sums[half] = (sums[half] ?? 0n) + row.readBigUInt64BE(half * 8);
        rows += 1;
        start = end + 1;
      }
    },
    rows: () => rows,
    digest: () => Array.from(sums, (sum) => sum.toString(16).padStart(16, '0')).join(''),
  };
};
