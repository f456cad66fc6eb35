import { writeCsv } from '#client/lib/csv/writeCsv.ts';
import { toCsvRow } from '#client/lib/csv/csvReading.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import type { LeadReading, LeftOutRow, ReadLead } from '#shared/leadFiles/LeadReading.ts';
import { isOwnHeader } from '#shared/leadFiles/plan/planColumns.ts';
import type { ColumnChoices } from '#shared/leadFiles/plan/planColumns.ts';
import { readTableRows, readTableText, TooManyLines } from '#shared/leadFiles/readLeadTable.ts';
import { decodeLeadFile, isZip } from '#shared/leadFiles/text/decodeLeadFile.ts';
import { toImportedRow } from '#shared/leadFiles/toImportedRow.ts';
import { importLimits, pageSizes } from '#shared/limits.ts';
import { leftOutReasons } from './leftOutReasons.ts';
import { findChoices } from './findChoices.ts';
import { ImportRefused } from './ImportRefused.ts';
import type {
  ImportOptions,
  ImportReply,
  ImportRequest,
  ImportSource,
  ImportSummary,
  ImportTask,
} from './importTasks.ts';
import { columnOfTooLong, hasOwnHeader, lineOfTooLong, readLiteralText, toValues } from './readLiteralRows.ts';
import { readSheetCells, readSheetRows } from './readSheetRows.ts';
import { summarizeLeads } from './summarizeLeads.ts';

/** The worker's message port to the page. */
export type ImportPort = {
  postMessage: (reply: ImportReply) => void;
  addEventListener: (type: 'message', listener: (event: MessageEvent<ImportRequest>) => void) => void;
};

const idColumn = customLeadKeys.indexOf('id');
/** Rows per piece of the request body. Limits both the number of pieces and their size. */
const rowsPerPiece = 2000;
/** A file may have blank lines, and values of several lines. */
const mostLines = 10 * importLimits.rows;

/** A row as the server stores it. */
type PostedRow = CustomLeadValues & { answers?: Record<string, string>; isTest?: true };

const toPosted = (lead: ReadLead): PostedRow => {
  const { values, answers, isTest } = toImportedRow(lead);
  return {
    ...values,
    ...(Object.keys(answers).length > 0 && { answers }),
    ...(isTest && { isTest }),
  };
};

/** The rows of one reading. */
type Kept = { rows: (start: number, end: number) => PostedRow[]; count: number; leftOut: readonly LeftOutRow[] };

/** The request body that stores the rows, as JSON. */
const buildBody = ({ rows, count }: Kept): Blob => {
  const pieces: string[] = [];
  for (let start = 0; start < count; start += rowsPerPiece) {
    const list = JSON.stringify(rows(start, start + rowsPerPiece));
    pieces.push(`${start === 0 ? '' : ','}${list.slice(1, -1)}`);
  }
  const body = new Blob(['{"leads":[', ...pieces, ']}'], { type: 'application/json' });
  if (body.size > importLimits.postedBytes) throw new ImportRefused('tooLarge');
  return body;
};

const buildLeftOut = ({ leftOut }: Kept): Blob =>
  new Blob([
    writeCsv([['Row', 'Reason'], ...leftOut.map(({ row, reason, cells }) => [row, leftOutReasons[reason], ...cells])]),
  ]);

type Outcome = { kept: Kept; summary: ImportSummary };

const requireRows = (count: number): void => {
  if (count === 0) throw new ImportRefused('noRows');
  if (count > importLimits.rows) throw new ImportRefused('tooManyRows');
};

type LiteralRows = {
  rows: string[][];
  mayNeedQuotes: boolean;
  isOwnFile: boolean;
  /** Number of the first row with a too long value. */
  rowOfTooLong: () => number;
};

const keepLiteral = ({ rows, mayNeedQuotes, isOwnFile, rowOfTooLong }: LiteralRows): Outcome => {
  requireRows(rows.length);
  const column = rows.map(columnOfTooLong).find((name) => name !== null);
  return {
    kept: { rows: (start, end) => rows.slice(start, end).map(toValues), count: rows.length, leftOut: [] },
    summary: {
      isLiteral: true,
      isOwnFile,
      mayNeedQuotes,
      rowCount: rows.length,
      rowsWithoutId: rows.filter((row) => row[idColumn] === '').length,
      rowsWithoutContact: 0,
      repeatedRows: 0,
      platform: null,
      remarks: [],
      columns: [],
      columnNames: [],
      leftOutCount: 0,
      leftOut: [],
      tooLong: column === undefined ? null : { row: rowOfTooLong(), column },
      sheets: [],
      sheet: 0,
    },
  };
};

const keepLeads = (
  reading: LeadReading,
  choices: ColumnChoices,
  own: Pick<ImportSummary, 'isOwnFile' | 'mayNeedQuotes' | 'sheets' | 'sheet'>,
): Outcome => {
  const { leads, leftOut } = reading;
  requireRows(leads.length);
  return {
    kept: { rows: (start, end) => leads.slice(start, end).map(toPosted), count: leads.length, leftOut },
    summary: { ...summarizeLeads(reading, choices), ...own },
  };
};

/** The remembered choices for a table. Those of the first table of a file are its choices. */
const recallChoices = (remembered: ImportOptions['remembered']) => {
  let found: ColumnChoices | null = null;
  return {
    choicesOf: (columns: readonly string[]): ColumnChoices => {
      const choices = findChoices(remembered, columns) ?? {};
      found ??= choices;
      return choices;
    },
    found: (): ColumnChoices => found ?? {},
  };
};

/** Reads a sheet. One with the specified header is read by place, like a file. */
const readCells = (
  cells: string[][],
  { remembered }: ImportOptions,
  workbook: Pick<ImportSummary, 'sheets' | 'sheet'>,
  onProgress: (share: number) => void,
): Outcome => {
  if (isOwnHeader(cells[0] ?? [])) {
    const rows = cells.flatMap((row, index) => {
      const values = index === 0 ? null : toCsvRow(row, customLeadKeys.length);
      return values === null ? [] : [values];
    });
    const rowOfTooLong = () => cells.findIndex((row, index) => index > 0 && columnOfTooLong(row) !== null) + 1;
    const outcome = keepLiteral({ rows, mayNeedQuotes: false, isOwnFile: true, rowOfTooLong });
    return { ...outcome, summary: { ...outcome.summary, ...workbook } };
  }
  const { choicesOf, found } = recallChoices(remembered);
  const reading = readTableRows(cells, { normalizePhone: null, choicesOf, onProgress });
  return keepLeads(reading, found(), { isOwnFile: false, mayNeedQuotes: false, ...workbook });
};

const readXlsx = async (
  bytes: Uint8Array,
  options: ImportOptions,
  onProgress: (share: number) => void,
): Promise<Outcome> => {
  const { readWorkbook, WorkbookRefused } = await import('#shared/leadFiles/xlsx/readWorkbook.ts');
  try {
    const { rows, sheets, sheet } = readWorkbook(bytes, options.sheet);
    return readCells(rows, options, { sheets, sheet }, onProgress);
  } catch (error) {
    if (!(error instanceof WorkbookRefused)) throw error;
    throw new ImportRefused(error.reason === 'tooLarge' ? 'tooManyRows' : error.reason);
  }
};

const readFile = async (
  content: Blob,
  options: ImportOptions,
  onProgress: (share: number) => void,
): Promise<Outcome> => {
  const bytes = new Uint8Array(await content.arrayBuffer());
  if (isZip(bytes)) return readXlsx(bytes, options, onProgress);
  const decoded = decodeLeadFile(bytes);
  if ('refusal' in decoded) throw new ImportRefused(decoded.refusal);
  const { text } = decoded;
  const isOwnFile = hasOwnHeader(text);
  if (options.isLiteral ?? isOwnFile)
    return keepLiteral({ ...readLiteralText(text, onProgress), isOwnFile, rowOfTooLong: () => lineOfTooLong(text) });
  const { choicesOf, found } = recallChoices(options.remembered);
  const reading = readTableText(decoded, { normalizePhone: null, choicesOf, mostLines, onProgress });
  return keepLeads(reading, found(), { isOwnFile, mayNeedQuotes: isOwnFile, sheets: [], sheet: 0 });
};

const readGoogleSheet = async (
  content: Blob,
  options: ImportOptions,
  onProgress: (share: number) => void,
): Promise<Outcome> => {
  const answer: unknown = JSON.parse(await content.text());
  const cells = readSheetCells(answer);
  if (cells !== null) return readCells(cells, options, { sheets: [], sheet: 0 }, onProgress);
  // Another server may answer with leads alone.
  const rows = readSheetRows(answer);
  const rowOfTooLong = () => rows.findIndex((row) => columnOfTooLong(row) !== null) + 2;
  return keepLiteral({ rows, mayNeedQuotes: false, isOwnFile: true, rowOfTooLong });
};

const readSource = async (
  { kind, content }: ImportSource,
  options: ImportOptions,
  onProgress: (share: number) => void,
): Promise<Outcome> => {
  try {
    return await (kind === 'file' ? readFile : readGoogleSheet)(content, options, onProgress);
  } catch (error) {
    throw error instanceof TooManyLines ? new ImportRefused('tooManyRows') : error;
  }
};

/**
 * Reads files and sheets and keeps their rows in the worker, so that a hundred thousand rows neither block the page nor
 * fill its memory. The page gets three rows at a time, and finally the request body.
 */
export const serveImport = (port: ImportPort): void => {
  let kept: Kept = { rows: () => [], count: 0, leftOut: [] };

  const run = async (task: ImportTask, onProgress: (share: number) => void) => {
    switch (task.name) {
      case 'read': {
        const outcome = await readSource(task.source, task.options, onProgress);
        ({ kept } = outcome);
        return outcome.summary;
      }
      case 'readPage': {
        const size = pageSizes.customLeadsPreview;
        return kept.rows((task.page - 1) * size, task.page * size);
      }
      case 'buildLeftOut':
        return buildLeftOut(kept);
      case 'buildBody':
        return buildBody(kept);
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
