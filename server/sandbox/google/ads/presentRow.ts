import { FIELDS_OF } from './fields.ts';
import type { GaqlQuery } from './parseGaql.ts';
import type { AdsRecord } from './runQuery.ts';

type JsonObject = { [key: string]: string | number | boolean | JsonObject };

/**
 * A record as the API sends it: nested lowerCamelCase objects, int64 as text, and the resource name of every resource
 * that the query touches even if it was not selected.
 */
export function presentRow(record: AdsRecord, query: GaqlQuery): JsonObject {
  const types = FIELDS_OF[query.resource] ?? {};
  const names = new Set(query.fields.map(resourceNameField).filter((field) => field in types));
  names.add(`${query.resource}.resource_name`);
  const row: JsonObject = {};
  for (const field of [...names, ...query.fields]) {
    const value = record[field];
    if (value !== undefined) place(row, field, types[field] === 'int64' ? String(value) : value);
  }
  return row;
}

/** The `fieldMask` of an answer: the selected fields, comma-joined. */
export function fieldMaskOf(query: GaqlQuery): string {
  return query.fields.map((field) => field.split('.').map(camelCase).join('.')).join(',');
}

function resourceNameField(field: string): string {
  return field.replace(/\.[^.]+$/, '.resource_name');
}

function place(row: JsonObject, field: string, value: string | number | boolean): void {
  const path = field.split('.').map(camelCase);
  const last = path.pop() ?? field;
  let target = row;
  for (const key of path) {
    const existing = target[key];
    const child = typeof existing === 'object' ? existing : {};
    target[key] = child;
    target = child;
  }
  target[last] = value;
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
