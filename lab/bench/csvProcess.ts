import { readFileSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import Papa from 'papaparse';
import { readLiteralCsv } from '#client/lib/csv/readLiteralCsv.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import { readLeadFile } from '#shared/leadFiles/readLeadFile.ts';
import { parseCsv } from '#server/providers/spreadsheets/read/parseCsv.ts';
import { splitRows } from '#shared/leadFiles/text/splitRows.ts';
import { buildRows } from '#lab/faults/customLeads.ts';

/*
 * Runs one parser of the `csv` benchmark in a separate process, so that its memory can be measured. The arguments are the
 * parser's name and the number of rows. Reports the results to its parent.
 */

/** Every tenth row contains commas, line breaks and quotes, as in exported tables. */
const buildText = (count: number): string => {
  const lines = buildRows(count).map((row, number) =>
    customLeadKeys
      .map((key) => (number % 10 === 0 ? `"${row[key]}, ""told"" in\r\ntwo lines"` : (row[key] ?? '')))
      .join(','),
  );
  return `${[customLeadKeys.join(','), ...lines].join('\r\n')}\r\n`;
};

const questions = ['what_is_your_budget?', 'full_name', 'email', 'phone_number', 'city'];
const metaHeader =
  'id,created_time,ad_id,ad_name,adset_id,adset_name,campaign_id,campaign_name,form_id,form_name,is_organic,platform';

/** A lead download of Meta. Every tenth row has a quoted value. */
const buildDownload = (count: number): string => {
  const lines = Array.from({ length: count }, (_, number) => {
    const ad = number % 40;
    return [
      `l:${1_000_000_000_000_000 + number},2026-10-${10 + (number % 20)}T08:05:00+02:00,ag:12021${ad},Ad ${ad},as:12022${ad},Set ${ad}`,
      `c:12023${ad % 4},Autumn ${ad % 4},f:99${ad % 3},Form ${ad % 3},false,fb`,
      number % 10 === 0 ? '"450,000 or more"' : '300000',
      `Person ${number} Example,person.${number}@mail${number % 500}.example,p:+4915${100_000_000 + number},Riverton`,
    ].join(',');
  });
  return `${[`${metaHeader},${questions.join(',')}`, ...lines].join('\r\n')}\r\n`;
};

const chunkLength = 64 * 1024;

function* chunksOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += chunkLength) yield text.slice(start, start + chunkLength);
}

/** The reference: papaparse's stream as in its documentation, keeping all rows. */
const readByPapaparse = (text: string, quoteChar = '"'): Promise<string[][]> =>
  new Promise((resolve, reject) => {
    const rows: string[][] = [];
    Readable.from(chunksOf(text))
      .pipe(Papa.parse(Papa.NODE_STREAM_INPUT, { delimiter: ',', skipEmptyLines: true, quoteChar }))
      .on('data', (row: string[]) => rows.push(row))
      .on('error', reject)
      .on('end', () => resolve(rows));
  });

const options = { columns: customLeadKeys.length, maxRows: Number.MAX_SAFE_INTEGER };

/** A character that no text contains, so that papaparse treats quotes as normal characters. */
const noQuote = '\u0001';

/** The rows, and each phone number as the library reads it. */
const readWithPhones = async (text: string): Promise<number> => {
  const [header = [], ...rows] = await readByPapaparse(text);
  const phone = header.indexOf('phone_number');
  const numbers = rows.map((row) => parsePhoneNumberFromString((row[phone] ?? '').slice(2))?.number);
  return numbers.filter((number) => number !== undefined).length;
};

/** The number of rows without the header. The literal mode splits quoted values, so it finds more rows. */
const parsers: Record<string, (text: string) => Promise<number> | number> = {
  papaparse: async (text) => (await readByPapaparse(text)).length - 1,
  papaparseLiteral: async (text) => (await readByPapaparse(text, noQuote)).length - 1,
  quoted: (text) => splitRows(text).rows.filter((cells) => cells.some((cell) => cell !== '')).length - 1,
  literal: (text) => readLiteralCsv(text, options).rows.length,
  sheet: async (text) => ((await parseCsv(text))?.length ?? 0) - 1,
  leads: (text) => readLeadFile(Buffer.from(text), { country: 'DE' }).leads.filter(({ phoneE164 }) => phoneE164).length,
  papaparsePhones: readWithPhones,
};
const ofDownloads = ['leads', 'papaparsePhones'];

const [name = '', count = ''] = process.argv.slice(2);
const parse = parsers[name];
if (!parse) throw new Error(`There is no parser ${name}`);
const text = (ofDownloads.includes(name) ? buildDownload : buildText)(Number(count));
globalThis.gc?.();
// Linux: resets the peak memory, so that building the text does not count.
writeFileSync('/proc/self/clear_refs', '5');
const before = process.memoryUsage().rss;
const start = performance.now();
const rows = await parse(text);
const ms = performance.now() - start;
const highest = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? Number.NaN) * 1024;
process.send?.({ rows, ms, megabytes: (highest - before) / 2 ** 20 });
