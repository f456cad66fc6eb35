/** Text as PostgreSQL can hold it, in columns and in JSON, and as a spreadsheet can: without NUL and without halves of surrogate pairs. */
export const storableText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/** JSON of a value with all its texts storable. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storableText(part) : part));
