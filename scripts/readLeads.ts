import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readCountry } from '#shared/leadFiles/cells/readCountry.ts';
import { readLeadFile, readLeadRows } from '#shared/leadFiles/readLeadFile.ts';
import { isZip } from '#shared/leadFiles/text/decodeLeadFile.ts';
import { readWorkbook, WorkbookRefused } from '#shared/leadFiles/xlsx/readWorkbook.ts';

/*
 * npm run --silent read-leads -- FILE [--kind csv|sheet] [--country DE]    prints how a file of leads is read, as JSON
 *
 * A sheet is JSON: {"rows": [["id", …], …]}. The country is the one of the workspace's phone numbers. docs/LEAD_FILES.md
 * describes the reading.
 */

const usage = 'npm run --silent read-leads -- FILE [--kind csv|sheet] [--country DE]\n';

const readArguments = () => {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        kind: { type: 'string', default: 'csv' },
        // Where the leads go: never changes the reading.
        platform: { type: 'string' },
        country: { type: 'string' },
      },
    });
    const [file, ...rest] = positionals;
    const country = readCountry(values.country);
    const isKnown = ['csv', 'sheet'].includes(values.kind) && (values.country === undefined || country !== null);
    return file === undefined || rest.length > 0 || !isKnown ? null : { file, kind: values.kind, country };
  } catch {
    return null;
  }
};

const cellText = (cell: unknown): string => {
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return typeof cell === 'number' ? String(cell) : '';
};

const sheetRows = (json: string): string[][] => {
  const sheet: unknown = JSON.parse(json);
  const rows: unknown = typeof sheet === 'object' && sheet !== null ? Reflect.get(sheet, 'rows') : null;
  if (!Array.isArray(rows)) throw new Error('A sheet is {"rows": [["id", …], …]}');
  return rows.map((row: unknown) => (Array.isArray(row) ? row.map(cellText) : []));
};

/** The first sheet of a workbook. Null for other files. */
const workbookRows = (bytes: Uint8Array): string[][] | null => {
  try {
    return isZip(bytes) ? readWorkbook(bytes).rows : null;
  } catch (error) {
    if (error instanceof WorkbookRefused) return null;
    throw error;
  }
};

const given = readArguments();
if (given === null) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  const { file, kind, country } = given;
  const bytes = await readFile(file);
  const rows = kind === 'sheet' ? sheetRows(bytes.toString('utf8')) : workbookRows(bytes);
  const reading = rows === null ? readLeadFile(bytes, { country }) : readLeadRows(rows, { country });
  process.stdout.write(`${JSON.stringify(reading)}\n`);
}
