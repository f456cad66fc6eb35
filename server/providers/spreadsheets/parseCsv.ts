import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import Papa from 'papaparse';
import { collectSheetRows } from './sheetRows.ts';

/** Characters that are parsed in one go: some milliseconds of work. */
const sliceLength = 256 * 1024;

/** Between two slices everyone else gets their turn. */
async function* slicesOf(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += sliceLength) {
    yield text.slice(start, start + sliceLength);
    await setImmediate();
  }
}

/** The rows of a CSV text by RFC 4180, without a byte-order mark; null when it has more than `importLimits.rows` below the header. */
export const parseCsv = (text: string): Promise<string[][] | null> =>
  new Promise((resolve, reject) => {
    const collected = collectSheetRows();
    let isTooLong = false;
    Papa.parse<string[]>(Readable.from(slicesOf(text.replace(/^\uFEFF/, ''))), {
      delimiter: ',',
      chunk: ({ data }, parser) => {
        isTooLong = !data.every((cells) => collected.add(cells));
        if (isTooLong) parser.abort();
      },
      complete: () => resolve(isTooLong ? null : collected.rows()),
      error: reject,
    });
  });
