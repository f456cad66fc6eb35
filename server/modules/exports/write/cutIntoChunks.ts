import type { SheetCell } from '#server/providers/spreadsheets/SheetWriter.ts';

export type SheetRow = SheetCell[];

/**
 * A chunk of sheet rows; `firstRow` counts data rows from 0. The rows are JSON text (an array of arrays), stored and
 * sent to Google without parsing.
 */
export type RowChunk = { number: number; firstRow: number; rowCount: number; rows: string };

/** Google recommends about 2 MB per request. */
const chunkBytes = 2_000_000;
const chunkRows = 5_000;

/** Collects JSON rows into chunks: `add` returns each full chunk, `rest` the last one. */
const createCutter = (): { add(text: string): RowChunk | null; rest(): RowChunk | null } => {
  let [number, firstRow, bytes] = [0, 0, 0];
  let texts: string[] = [];
  const cut = (): RowChunk => ({ number, firstRow, rowCount: texts.length, rows: `[${texts.join(',')}]` });
  return {
    add: (text) => {
      const textBytes = Buffer.byteLength(text);
      const isFull = texts.length > 0 && (texts.length >= chunkRows || bytes + textBytes > chunkBytes);
      const full = isFull ? cut() : null;
      if (full) {
        [number, firstRow, bytes] = [number + 1, firstRow + full.rowCount, 0];
        texts = [];
      }
      texts.push(text);
      bytes += textBytes;
      return full;
    },
    rest: () => (texts.length > 0 ? cut() : null),
  };
};

export function* cutIntoChunks(rows: Iterable<SheetRow>): Generator<RowChunk> {
  const cutter = createCutter();
  for (const row of rows) {
    const full = cutter.add(JSON.stringify(row));
    if (full) yield full;
  }
  const rest = cutter.rest();
  if (rest) yield rest;
}

/** Splits pages of JSON rows into chunks. Memory holds at most one page and one chunk. */
export async function* cutPagesIntoChunks(pages: AsyncIterable<Iterable<string>>): AsyncGenerator<RowChunk> {
  const cutter = createCutter();
  for await (const page of pages) {
    for (const text of page) {
      const full = cutter.add(text);
      if (full) yield full;
    }
  }
  const rest = cutter.rest();
  if (rest) yield rest;
}
