import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import Papa from 'papaparse';
import { storableText } from '#server/lib/storableText.ts';
import { collectSheetRows } from './sheetRows.ts';

/** Characters that are parsed in one go: some milliseconds of work. */
const sliceLength = 256 * 1024;

/** Without the line at its end that goes on in the next slice; as it is when no line ends in it. */
const wholeLinesOf = (slice: string): string => slice.slice(0, slice.lastIndexOf('\n') + 1) || slice;

/**
 * Between two slices everyone else gets their turn. They end with a line: of one that goes on in the next slice the parser
 * makes a text of its own with that slice, which the cells then keep (a sixth of the time, and the text in memory twice).
 */
async function* slicesOf(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length;) {
    const end = start + sliceLength;
    const slice = end < text.length ? wholeLinesOf(text.slice(start, end)) : text.slice(start);
    yield slice;
    start += slice.length;
    await setImmediate();
  }
}

/** The rows of a CSV text by RFC 4180, without a byte-order mark, in storable text; null when it has more than `importLimits.rows` below the header. */
export const parseCsv = (text: string): Promise<string[][] | null> =>
  new Promise((resolve, reject) => {
    const collected = collectSheetRows();
    let isTooLong = false;
    // The whole text once: cell by cell it takes a third of the time.
    Papa.parse<string[]>(Readable.from(slicesOf(storableText(text).replace(/^\uFEFF/, ''))), {
      delimiter: ',',
      chunk: ({ data }, parser) => {
        isTooLong = !data.every((cells) => collected.add(cells));
        if (isTooLong) parser.abort();
      },
      complete: () => resolve(isTooLong ? null : collected.rows()),
      error: reject,
    });
  });
