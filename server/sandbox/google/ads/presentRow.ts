import { fieldsOf } from './fields.ts';
import type { GaqlQuery } from './parseGaql.ts';
import type { AdsRecord, AdsValue } from './records.ts';

type JsonObject = { [key: string]: AdsValue | JsonObject };

/** The position of a field's value in a row, computed once per response. */
type Place = { field: string; parents: readonly string[]; key: string; isText: boolean };

const resourceNameField = (field: string): string => field.replace(/\.[^.]+$/, '.resource_name');

const isList = (value: AdsValue | JsonObject): value is Extract<AdsValue, readonly unknown[]> => Array.isArray(value);

/** The object at the end of a path. Creates missing objects. */
const openObject = (row: JsonObject, path: readonly string[]): JsonObject => {
  let target = row;
  for (const key of path) {
    const existing = target[key];
    const child = typeof existing === 'object' && !isList(existing) ? existing : {};
    target[key] = child;
    target = child;
  }
  return target;
};

const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/**
 * Formats records like the API: nested lowerCamelCase objects, int64 as text, and the resource names of all involved
 * resources, even if not selected.
 */
export const createRowPresenter = (query: GaqlQuery): ((record: AdsRecord) => JsonObject) => {
  const types = fieldsOf[query.resource] ?? {};
  const names = new Set(query.fields.map(resourceNameField).filter((field) => field in types));
  names.add(`${query.resource}.resource_name`);
  const places = [...names, ...query.fields].map((field): Place => {
    const path = field.split('.').map(camelCase);
    return { field, parents: path.slice(0, -1), key: path.at(-1) ?? field, isText: types[field] === 'int64' };
  });
  return (record) => {
    const row: JsonObject = {};
    for (const { field, parents, key, isText } of places) {
      const value = record[field];
      if (value !== undefined)
        openObject(row, parents)[key] = isText && typeof value === 'number' ? String(value) : value;
    }
    return row;
  };
};

/** The `fieldMask` of a response: the selected fields, separated by commas. */
export const fieldMaskOf = (query: GaqlQuery): string =>
  query.fields.map((field) => field.split('.').map(camelCase).join('.')).join(',');
