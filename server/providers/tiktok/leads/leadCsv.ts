import Papa from 'papaparse';

/** Leads per batch. */
export const batchRows = 500;

/**
 * Yields CSV rows in batches, so that a large file is never fully parsed in memory. Blank rows are skipped; the first
 * row of the first batch is the header.
 */
export function* readCsvRows(text: string): Generator<string[][]> {
  let rest = text;
  let newline: Linebreak | undefined;
  while (rest !== '') {
    // The parser's fast mode would split the whole rest for each batch.
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
