import type { CustomLeadValues } from '#shared/customLeadColumns.ts';

/** Summary of the rows of an import. */
export type ImportSummary = {
  rowCount: number;
  /** Rows without their own id, which a later import cannot recognize. */
  rowsWithoutId: number;
  /** A line holds a double quote or more values than columns: read literally, its values may be shifted. */
  mayNeedQuotes: boolean;
};

/** The reason for a missing preview, other than an error. */
export type ImportRefusal = 'noRows' | 'notText' | 'tooManyRows';

/** A request to the worker. The worker keeps the rows of the last file or sheet that it read. */
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

/** Requests and replies are matched by id. */
export type ImportRequest = { id: number; task: ImportTask };
export type ImportReply = { id: number } & (
  | { state: 'progress'; share: number }
  | { state: 'done'; result: ImportSummary | CustomLeadValues[] | Blob }
  | { state: 'refused'; refusal: ImportRefusal }
  | { state: 'failed'; reason: string }
);
