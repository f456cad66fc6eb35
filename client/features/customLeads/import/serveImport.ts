import { decodeCsv } from '#client/lib/csv/decodeCsv.ts';
import { readLiteralCsv } from '#client/lib/csv/readLiteralCsv.ts';
import { readQuotedCsv } from '#client/lib/csv/readQuotedCsv.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import { importLimits, pageSizes } from '#shared/limits.ts';
import { ImportRefused } from './ImportRefused.ts';
import type { ImportReply, ImportRequest, ImportSummary, ImportTask } from './importTasks.ts';
import { readSheetRows } from './readSheetRows.ts';

/** The worker's message port to the page. */
export type ImportPort = {
  postMessage: (reply: ImportReply) => void;
  addEventListener: (type: 'message', listener: (event: MessageEvent<ImportRequest>) => void) => void;
};

const columns = customLeadKeys.length;
const idColumn = customLeadKeys.indexOf('id');
/** Rows per piece of the request body. Limits both the number of pieces and their size. */
const rowsPerPiece = 2000;

const toValues = (row: readonly string[]): CustomLeadValues =>
  Object.fromEntries(customLeadKeys.map((key, index) => [key, row[index] ?? ''])) as CustomLeadValues;

/** The request body that stores the rows, as JSON. */
const buildBody = (rows: readonly string[][]): Blob => {
  const pieces: string[] = [];
  for (let start = 0; start < rows.length; start += rowsPerPiece) {
    const list = JSON.stringify(rows.slice(start, start + rowsPerPiece).map(toValues));
    pieces.push(`${start === 0 ? '' : ','}${list.slice(1, -1)}`);
  }
  return new Blob(['{"leads":[', ...pieces, ']}'], { type: 'application/json' });
};

/**
 * Reads files and sheets and keeps their rows in the worker, so that a hundred thousand rows neither block the page nor
 * fill its memory. The page gets three rows at a time, and finally the request body.
 */
export const serveImport = (port: ImportPort): void => {
  let rows: string[][] = [];

  const keep = (read: string[][], mayNeedQuotes: boolean): ImportSummary => {
    if (read.length === 0) throw new ImportRefused('noRows');
    if (read.length > importLimits.rows) throw new ImportRefused('tooManyRows');
    rows = read;
    return { rowCount: rows.length, rowsWithoutId: rows.filter((row) => row[idColumn] === '').length, mayNeedQuotes };
  };

  const readCsv = async (file: Blob, isQuoted: boolean, onProgress: (share: number) => void) => {
    const text = decodeCsv(await file.arrayBuffer());
    if (text === null) throw new ImportRefused('notText');
    const read = isQuoted ? readQuotedCsv : readLiteralCsv;
    const reading = read(text, { columns, maxRows: importLimits.rows + 1, onProgress });
    return keep(reading.rows, text.includes('"') || reading.widestLine > columns);
  };

  const run = async (task: ImportTask, onProgress: (share: number) => void) => {
    switch (task.name) {
      case 'readCsv':
        return readCsv(task.file, task.isQuoted, onProgress);
      case 'readSheet':
        return keep(readSheetRows(await task.answer.text()), false);
      case 'readPage': {
        const size = pageSizes.customLeadsPreview;
        return rows.slice((task.page - 1) * size, task.page * size).map(toValues);
      }
      case 'buildBody':
        return buildBody(rows);
      default:
        return task satisfies never;
    }
  };

  const answer = async ({ id, task }: ImportRequest): Promise<void> => {
    try {
      const result = await run(task, (share) => port.postMessage({ id, state: 'progress', share }));
      port.postMessage({ id, state: 'done', result });
    } catch (error) {
      port.postMessage(
        error instanceof ImportRefused
          ? { id, state: 'refused', refusal: error.refusal }
          : { id, state: 'failed', reason: error instanceof Error ? error.name : 'unknown' },
      );
    }
  };
  port.addEventListener('message', ({ data }) => void answer(data));
};
