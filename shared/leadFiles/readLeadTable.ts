import { cleanCell } from './cells/cellText.ts';
import { isOwnHeader, planOwn } from './plan/planColumns.ts';
import type { ChoicesOf, ColumnPlan } from './plan/planColumns.ts';
import { findHeaderRow } from './plan/findHeaderRow.ts';
import { markSharedIds } from './rows/markSharedIds.ts';
import { planOf, readRows } from './rows/readRows.ts';
import type { NormalizePhone } from './rows/readRows.ts';
import type { DecodedFile } from './text/decodeLeadFile.ts';
import { countLines, splitRows } from './text/splitRows.ts';
import type { LeadReading, Remark, RemarkCode } from './LeadReading.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';

export type TableOptions = {
  /** Null: phone numbers stay as they are. */
  normalizePhone: NormalizePhone | null;
  /** What a person wants the columns to become. */
  choicesOf?: ChoicesOf;
  /** A file with more lines is not read. */
  mostLines?: number;
  /** Called after each step with the share of the rows read so far. */
  onProgress?: (share: number) => void;
};

/** A reading in short steps, so that a server can do other work between them. Each step yields the share read so far. */
export type ReadingSteps = Generator<number, LeadReading>;

/** Thrown for a file with more than `mostLines` lines. */
export class TooManyLines extends Error {
  override readonly name = 'TooManyLines';
}

/** Row numbers that a remark has at most. */
const remarkRows = 20;

const collectRemarks = () => {
  const remarks = new Map<RemarkCode, Remark>();
  const add = (code: RemarkCode, row?: number): void => {
    let found = remarks.get(code);
    if (found === undefined) {
      found = { code };
      remarks.set(code, found);
    }
    if (row === undefined) return;
    found.rows ??= [];
    if (found.rows.at(-1) !== row) {
      found.count = (found.count ?? 0) + 1;
      if (found.rows.length < remarkRows) found.rows.push(row);
    }
  };
  return { add, list: (): Remark[] => [...remarks.values()] };
};

const isFilled = (cells: readonly string[] | undefined): boolean =>
  cells?.some((cell) => cleanCell(cell) !== '') ?? false;

/** The most frequent width of the first rows. */
const isSpecifiedWidth = (rows: readonly string[][]): boolean => {
  const filled = rows.slice(0, 100).filter(isFilled);
  return (
    filled.length > 0 && filled.filter((cells) => cells.length === customLeadKeys.length).length * 2 > filled.length
  );
};

type Table = { rows: string[][]; lines: (row: number) => number; isSheet: boolean };

type TableReading = Pick<LeadReading, 'headerLine' | 'columns' | 'leads' | 'leftOut'>;

/** Reads a table: finds its header, what each column is, and the leads. */
function* readTable(
  { rows, lines, isSheet }: Table,
  { normalizePhone, choicesOf }: TableOptions,
  remarks: ReturnType<typeof collectRemarks>,
): Generator<number, TableReading> {
  const headerRow = findHeaderRow(rows);
  const header = headerRow === null ? null : (rows[headerRow] ?? []);
  const start = headerRow === null ? rows.findIndex(isFilled) : headerRow + 1;
  const below = rows.slice(Math.max(0, start));
  const isOwnWithoutHeader = header === null && isSpecifiedWidth(rows);
  const plan: ColumnPlan = isOwnWithoutHeader ? planOwn(below, choicesOf) : planOf(header, below, choicesOf);
  if (header === null && below.length > 0) remarks.add('noHeader');
  if (rows.slice(0, Math.max(0, headerRow ?? 0)).some(isFilled)) remarks.add('linesAbove');
  if (header !== null && !isSheet && !isOwnHeader(header)) remarks.add('byName');
  if (plan.hasSameHeader) remarks.add('sameHeader');
  if (plan.sources.id === undefined) remarks.add('noIds');
  const context = { lines, normalizePhone, choicesOf, isSheet, remark: remarks.add };
  const { leads, leftOut } = start < 0 ? { leads: [], leftOut: [] } : yield* readRows(rows, start, plan, context);
  markSharedIds(leads, plan.questions[plan.sources.id?.[0] ?? -1] ?? 'id', remarks.add);
  return { headerLine: headerRow === null ? null : lines(headerRow), columns: plan.columns, leads, leftOut };
}

const finish = <Result>(steps: Generator<number, Result>, { onProgress }: TableOptions): Result => {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    onProgress?.(step.value);
  }
};

/** `readTableRows` in steps. */
export function* readTableSteps(rows: string[][], options: Omit<TableOptions, 'onProgress'>): ReadingSteps {
  const remarks = collectRemarks();
  const table = yield* readTable({ rows, lines: (row) => row + 1, isSheet: true }, options, remarks);
  return { delimiter: null, encoding: null, ...table, remarks: remarks.list() };
}

/** Reads the rows of a sheet. Changes the rows: cells are cleaned in place, which saves a copy of a large table. */
export const readTableRows = (rows: string[][], options: TableOptions): LeadReading =>
  finish(readTableSteps(rows, options), options);

/**
 * Reads the text of a file.
 * @throws TooManyLines
 */
export const readTableText = (decoded: DecodedFile, options: TableOptions): LeadReading => {
  if ('refusal' in decoded)
    return {
      delimiter: null,
      encoding: null,
      headerLine: null,
      columns: [],
      remarks: [{ code: decoded.refusal }],
      leads: [],
      leftOut: [],
    };
  if (options.mostLines !== undefined && countLines(decoded.text) > options.mostLines) throw new TooManyLines();
  const remarks = collectRemarks();
  const split = splitRows(decoded.text);
  if (split.delimiter !== ',') remarks.add('separator');
  if (!decoded.encoding.startsWith('utf-')) remarks.add('encoding');
  if (split.hasQuotes) remarks.add('quotes');
  if (split.hasSepLine) remarks.add('sepLine');
  if (split.hasZeroBytes) remarks.add('controlCharacters');
  const table = finish(readTable({ rows: split.rows, lines: split.lines, isSheet: false }, options, remarks), options);
  return { delimiter: split.delimiter, encoding: decoded.encoding, ...table, remarks: remarks.list() };
};
