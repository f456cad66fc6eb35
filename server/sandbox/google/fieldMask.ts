import { isRecord } from '../support/http.ts';
import { invalidArgument } from './apiError.ts';

/** A parsed `fields` parameter: the keys to keep, each with its nested mask. An empty mask keeps everything. */
type FieldMask = Map<string, FieldMask>;

const cut = (value: unknown, mask: FieldMask): unknown => {
  if (mask.size === 0 || mask.has('*')) return value;
  if (Array.isArray(value)) return value.map((each) => cut(each, mask));
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([key]) => mask.has(key));
  return Object.fromEntries(kept.map(([key, child]) => [key, cut(child, mask.get(key) ?? new Map())]));
};

const parseFields = (text: string): FieldMask => {
  const tokens = text.match(/[\w*-]+|[,()./]/g) ?? [];
  let position = 0;
  const invalid = (): Error => invalidArgument(`Invalid field selection ${text}`);

  const list = (): FieldMask => {
    const mask: FieldMask = new Map();
    do {
      entry(mask);
    } while (tokens[position] === ',' && position++ >= 0);
    return mask;
  };
  const entry = (mask: FieldMask): void => {
    const name = tokens[position];
    if (name === undefined || !/^[\w*-]+$/.test(name)) throw invalid();
    position += 1;
    const child: FieldMask = mask.get(name) ?? new Map();
    mask.set(name, child);
    if (tokens[position] === '.' || tokens[position] === '/') {
      position += 1;
      entry(child);
    } else if (tokens[position] === '(') {
      position += 1;
      for (const [key, below] of list()) child.set(key, below);
      if (tokens[position] !== ')') throw invalid();
      position += 1;
    }
  };

  const mask = list();
  if (position < tokens.length || tokens.join('') !== text.replace(/\s/g, '')) throw invalid();
  return mask;
};

/** Reduces a response to a `fields` parameter such as `id,sheets.properties(sheetId,title)` or `files(id,name)`. */
export const applyFields = (value: unknown, fields: string | undefined): unknown => {
  if (fields === undefined || fields === '' || fields === '*') return value;
  return cut(value, parseFields(fields));
};
