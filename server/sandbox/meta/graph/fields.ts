import { badParameter } from './GraphError.ts';

/** A requested field with its nested fields: `business{id,name}`. */
type Field = { name: string; inner: Field[] };

/** A Graph object. A key with the value undefined is valid for the type, but this object has no value for it. */
export type GraphObject = { [name: string]: unknown };

const isObject = (value: unknown): value is GraphObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const project = (object: GraphObject, type: string, fields: readonly Field[]): GraphObject => {
  const entries = fields.map(({ name, inner }) => {
    if (!Object.hasOwn(object, name))
      throw badParameter(`Tried accessing nonexisting field (${name}) on node type (${type})`);
    const value = object[name];
    if (inner.length === 0) return [name, value];
    if (!isObject(value)) throw badParameter(`Field ${name} has no subfields on node type (${type})`);
    return [name, project(value, name, inner)];
  });
  return Object.fromEntries(entries);
};

const parseFields = (text: string): Field[] => {
  let position = 0;

  const parseList = (): Field[] => {
    const list: Field[] = [];
    for (;;) {
      const name = /^\s*([a-z][a-z0-9_]*)\s*/.exec(text.slice(position));
      if (!name?.[1]) throw syntaxError();
      position += name[0].length;
      const field: Field = { name: name[1], inner: [] };
      if (text[position] === '{') {
        position += 1;
        field.inner = parseList();
        if (text[position] !== '}') throw syntaxError();
        position += 1;
      }
      list.push(field);
      if (text[position] !== ',') return list;
      position += 1;
    }
  };

  const syntaxError = () =>
    badParameter(`Syntax error "Expected name, comma or brace." at character ${position}: ${text}`);
  const fields = parseList();
  if (position < text.length) throw syntaxError();
  return fields;
};

/**
 * The object with the requested fields in their order. `id` is always included.
 * Meta: omits fields without a value. A field that the type lacks fails the call with code 100.
 */
export const selectFields = (
  object: GraphObject,
  type: string,
  parameters: URLSearchParams,
  defaults: readonly string[],
): GraphObject => {
  const fields = parameters.get('fields');
  const asked = fields ? parseFields(fields) : defaults.map((name) => ({ name, inner: [] }));
  return { ...project(object, type, asked), id: object.id };
};

/** Field names at the top level of a `fields` parameter. */
export const fieldNames = (text: string): string[] => parseFields(text).map((field) => field.name);
