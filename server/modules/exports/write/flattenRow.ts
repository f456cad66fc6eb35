import { exportLimits } from '#shared/limits.ts';
import { validationError } from '#server/lib/failures/errors.ts';
import { storableText } from '#server/lib/storableText.ts';
import type { SheetCell } from '#server/providers/spreadsheets/SheetWriter.ts';
import { exportTooLarge } from '#server/modules/exports/exportErrors.ts';
import { isObject, recordFields } from '#server/modules/exports/order/readPostedRows.ts';
import type { PostedRow } from '#server/modules/exports/order/readPostedRows.ts';

/** Called for each value of a row, in order. */
export type EmitCell = (key: string, cell: SheetCell) => void;

const maxDepth = 20;
/** Objects under these keys hold lead form answers. Each answer becomes a column. */
const answerKeys: ReadonlySet<string> = new Set(['field_data', 'fielddata']);

const isScalar = (value: unknown): value is SheetCell =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** @throws AppError 413 for a text that does not fit into a cell */
export const requireCellFits = (text: string): void => {
  if (text.length > exportLimits.cellCharacters)
    throw exportTooLarge(
      `a cell of ${text.length.toLocaleString('en')} characters, at most ${exportLimits.cellCharacters.toLocaleString('en')}`,
    );
};

const toCell = (value: SheetCell): SheetCell => {
  // JSON such as 1e999 is read as Infinity, which no sheet can hold as a number.
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return value;
  const text = storableText(value);
  requireCellFits(text);
  return text;
};

/** A key becomes a column title, which is also a cell. */
const toKey = (key: string): string => String(toCell(key));

const requireShallow = (value: unknown, depth: number): void => {
  if (depth > maxDepth) throw validationError('The rows are nested too deeply');
  if (typeof value !== 'object' || value === null) return;
  for (const child of Object.values(value)) requireShallow(child, depth + 1);
};

type NamedField = { name: string; values: unknown[] };

/** Meta's and TikTok's form answers: `[{name: 'email', values: ['a@example.test']}]`, also with a single `value`. */
const readNamedField = (value: unknown): NamedField | null => {
  if (!isObject(value)) return null;
  const fields = new Map(Object.entries(value));
  const name = fields.get('name') ?? fields.get('field_name');
  const values = fields.get('values') ?? fields.get('value') ?? fields.get('field_value');
  if (typeof name !== 'string' || name === '' || values === undefined) return null;
  return { name, values: Array.isArray(values) ? values : [values] };
};

const readNamedFields = (values: unknown[]): NamedField[] | null => {
  const fields = values.map(readNamedField).filter((field) => field !== null);
  return fields.length > 0 && fields.length === values.length ? fields : null;
};

const joinValues = (values: unknown[]): string =>
  values.map((value) => (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value))).join(', ');

/** Top-level keys of all rows. An answer with the same name gets the key of its list as a prefix. */
export type TopKeys = ReadonlySet<string>;

export const collectTopKeys = (rows: Iterable<PostedRow>): TopKeys => {
  const keys = new Set<string>();
  for (const row of rows) for (const [key, value] of Object.entries(row)) if (isScalar(value)) keys.add(key);
  return keys;
};

const emitValue = (emit: EmitCell, topKeys: TopKeys, key: string, value: unknown): void => {
  const answerKey = (name: string): string => (topKeys.has(name) ? `${key}.${name}` : name);
  if (isScalar(value)) emit(toKey(key), toCell(value));
  else if (Array.isArray(value)) {
    const fields = readNamedFields(value);
    if (fields) for (const { name, values } of fields) emit(toKey(answerKey(name)), toCell(joinValues(values)));
    else emit(toKey(key), toCell(joinValues(value)));
  } else if (isObject(value)) {
    const nameOf = answerKeys.has(key.toLowerCase()) ? answerKey : (name: string): string => `${key}.${name}`;
    for (const [name, child] of Object.entries(value)) emitValue(emit, topKeys, nameOf(name), child);
  }
};

/** For a form lead, `createdAt` is the submission time. It is exported, with the title created_time. */
const isFormLead = (row: PostedRow): boolean => Object.hasOwn(row, 'leadId') && !Object.hasOwn(row, 'created_time');

/**
 * Calls `emit` for each column of a row. Lists of named answers become separate columns, other objects become
 * `parent.child`, and other lists become one text. Fields of the record itself (`_id`, `createdAt`, `updatedAt`) are
 * left out.
 * @throws AppError 400 for rows that are nested too deeply, 413 for a text that does not fit into a cell
 */
export const flattenRow = (row: PostedRow, topKeys: TopKeys, emit: EmitCell): void => {
  for (const [key, value] of Object.entries(row)) {
    if (key === 'createdAt' && typeof value === 'string' && isFormLead(row)) emit('created_time', toCell(value));
    if (recordFields.has(key)) continue;
    requireShallow(value, 1);
    emitValue(emit, topKeys, key, value);
  }
};
