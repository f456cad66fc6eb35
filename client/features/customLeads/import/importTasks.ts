import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import type { LeftOutRow, ReadColumn, Remark } from '#shared/leadFiles/LeadReading.ts';
import type { ColumnChoices } from '#shared/leadFiles/plan/planColumns.ts';

/** What a person has chosen for the columns of a file with these names. */
export type RememberedChoices = { columns: readonly string[]; choices: ColumnChoices };

/** The bytes of a file, or the server's response for a Google Sheet. */
export type ImportSource = { kind: 'file' | 'googleSheet'; content: Blob };

export type ImportOptions = {
  /** Whether to read commas and columns by place. Null: as the header requires. */
  isLiteral: boolean | null;
  remembered: readonly RememberedChoices[];
  /** Number of the sheet in a workbook, from 0. Null: the first one with rows. */
  sheet: number | null;
};

/** A filled column, with a value of it. */
export type PreviewColumn = ReadColumn & { name: string; example: string };

/** Summary of the rows of an import. */
export type ImportSummary = {
  rowCount: number;
  /** Rows without their own id, which a later import recognizes by their contact. */
  rowsWithoutId: number;
  /** Rows without an email address and a phone number. */
  rowsWithoutContact: number;
  /** Rows of a lead that another row above has too. */
  repeatedRows: number;
  isLiteral: boolean;
  /** The file has exactly the specified header, so it is read literally at first. */
  isOwnFile: boolean;
  /** A line holds a double quote or more values than columns: read literally, its values may be shifted. */
  mayNeedQuotes: boolean;
  /** The platform whose download it certainly is. */
  platform: 'Meta' | 'Google Ads' | null;
  remarks: Remark[];
  /** All filled columns. Empty if they are read by place. */
  columns: PreviewColumn[];
  /** Names of all columns, filled or not. */
  columnNames: string[];
  leftOutCount: number;
  /** The first of the rows that are no leads. */
  leftOut: LeftOutRow[];
  /** The first value that is too long to be stored. */
  tooLong: { row: number; column: string } | null;
  /** Sheets of a workbook. */
  sheets: string[];
  sheet: number;
};

/** The reason for a missing preview, other than an error. */
export type ImportRefusal = 'noRows' | 'notText' | 'otherFormat' | 'tooManyRows' | 'tooLarge';

/** A request to the worker. The worker keeps the rows of the last file or sheet that it read. */
export type ImportTask =
  | { name: 'read'; source: ImportSource; options: ImportOptions }
  | { name: 'readPage'; page: number }
  | { name: 'buildLeftOut' }
  | { name: 'buildBody' };

export type ImportResult<Task extends ImportTask> = Task extends { name: 'read' }
  ? ImportSummary
  : Task extends { name: 'readPage' }
    ? CustomLeadValues[]
    : Blob;

/** Requests and replies are matched by id. */
export type ImportRequest = { id: number; task: ImportTask };
export type ImportReply = { id: number } & (
  | { state: 'progress'; share: number }
  | { state: 'done'; result: ImportSummary | CustomLeadValues[] | Blob }
  | { state: 'refused'; refusal: ImportRefusal }
  | { state: 'failed'; reason: string }
);
