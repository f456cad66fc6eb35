import type { CustomLeadValues } from '#shared/customLeadColumns.ts';

/** What the rows of an import look like as a whole. */
export type ImportSummary = {
  rowCount: number;
  /** Without an id of their own, so that a later import cannot recognise them. */
  rowsWithoutId: number;
  /** A line holds a double quote or more values than there are columns: read to the letter, its values may be shifted. */
  mayNeedQuotes: boolean;
};

/** Why nothing can be previewed, apart from faults. */
export type ImportRefusal = 'noRows' | 'notText' | 'tooManyRows';

/** What the page asks its worker for. The worker keeps the rows; each reading replaces those of the one before. */
export type ImportTask =
  | { name: 'readCsv'; file: Blob; isQuoted: boolean }
  | { name: 'readSheet'; answer: Blob }
  | { name: 'readPage'; page: number }
  | { name: 'buildBody' };

export type ImportResult<Task extends ImportTask> = Task extends { name: 'readCsv' | 'readSheet' }
  ? ImportSummary
  : Task extends { name: 'readPage' }
    ? CustomLeadValues[]
    : Blob;

/** Requests and replies are matched by their ids. */
export type ImportRequest = { id: number; task: ImportTask };
export type ImportReply = { id: number } & (
  | { state: 'progress'; share: number }
  | { state: 'done'; result: ImportSummary | CustomLeadValues[] | Blob }
  | { state: 'refused'; refusal: ImportRefusal }
  | { state: 'failed'; reason: string }
);
