import type { SheetCell } from '#server/providers/spreadsheets/SheetWriter.ts';

export type SheetRow = SheetCell[];

/**
 * Rows of a sheet, a chunk at a time; `firstRow` counts data rows from 0. The rows are JSON text, a list of lists, as the
 * database keeps it and Google takes it: nobody in between looks at the cells, which would be a hundred thousand values.
 */
export type RowChunk = { number: number; firstRow: number; rowCount: number; rows: string };

/** Google: about 2 MB per request is advised. */
const chunkBytes = 2_000_000;
const chunkRows = 5_000;

/** Collects rows, each a JSON text, into chunks: `add` answers the chunk that the row no longer fits into, `rest` the last one. */
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

/** The same for rows that come page by page as JSON texts, of which no more than a page and a chunk stand in memory. */
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
