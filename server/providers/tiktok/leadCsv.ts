import Papa from 'papaparse';

/** Leads that are handed on together. */
export const batchRows = 500;

/**
 * The rows of a CSV text in batches, so that a large file is never there as rows all at once. Blank rows are left out;
 * the first row of the first batch is the header.
 */
export function* readCsvRows(text: string): Generator<string[][]> {
  let rest = text;
  let newline: Linebreak | undefined;
  while (rest !== '') {
    // The fast mode of the parser splits the whole rest for each batch.
    const { data, meta } = Papa.parse<string[]>(rest, {
      delimiter: ',',
      newline,
      preview: batchRows,
      fastMode: false,
      skipEmptyLines: 'greedy',
    });
    newline ??= linebreaks.find((each) => each === meta.linebreak);
    if (data.length > 0) yield data;
    if (meta.cursor === 0) return;
    rest = rest.slice(meta.cursor);
  }
}

const linebreaks = ['\r\n', '\n', '\r'] as const;
type Linebreak = (typeof linebreaks)[number];
