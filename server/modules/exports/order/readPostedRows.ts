import { exportLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { validationError } from '#server/lib/failures/errors.ts';
import { exportTooLarge, nothingToExport } from '#server/modules/exports/exportErrors.ts';

/** A row as a client sent it. Its keys are data: read them with `Object.entries`, never by name. */
export type PostedRow = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is PostedRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields of a record that are not content. A client may have spread them into the list. */
export const recordFields: ReadonlySet<string> = new Set(['_id', 'createdAt', 'updatedAt']);

/** The values of `{0: row, 1: row, …}` in order, or null for any other object. */
const readIndexed = (value: PostedRow): unknown[] | null => {
  const entries = Object.entries(value).filter(([key]) => !recordFields.has(key));
  if (entries.length === 0 || !entries.every(([key, row]) => /^\d+$/.test(key) && isObject(row))) return null;
  return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, row]) => row);
};

const readList = (value: PostedRow | unknown[]): unknown[] => {
  if (Array.isArray(value)) return value;
  const indexed = readIndexed(value);
  if (indexed) return indexed;
  return Object.keys(value).length === 0 ? [] : [value];
};

const hasOwnData = (body: PostedRow): boolean => Object.hasOwn(body, 'data');

const readRows = (body: unknown[] | PostedRow): unknown[] => {
  if (Array.isArray(body) || !hasOwnData(body)) return readList(body);
  const { data } = body;
  if (data === null || data === undefined) return [];
  if (Array.isArray(data)) return data;
  if (!isObject(data)) throw validationError(messages.validation.invalidRequest);
  // A row may have a column named `data`. The key holds rows only if it is the sole key or its value has indexes as
  // keys.
  return Object.keys(body).length === 1 || readIndexed(data) ? readList(data) : [body];
};

/**
 * The rows of a posted export in any of five shapes: `{data: [rows]}`, `{data: {0: row, …}}`, `{0: row, …}`, a list of
 * rows, or one row.
 * @throws AppError 400 when a row is not an object or there are none, 413 for too many
 */
export const readPostedRows = (body: unknown[] | PostedRow): PostedRow[] => {
  const rows = readRows(body);
  if (rows.length > exportLimits.postedRows)
    throw exportTooLarge(
      `${rows.length.toLocaleString('en')} rows, at most ${exportLimits.postedRows.toLocaleString('en')}`,
    );
  if (!rows.every(isObject)) throw validationError(messages.validation.invalidRequest);
  if (rows.length === 0) throw nothingToExport();
  return rows;
};
