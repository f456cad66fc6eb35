/** Text as PostgreSQL can hold it, in columns and in JSON, and as a spreadsheet can: without NUL and without halves of surrogate pairs. */
export const storableText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/** How JSON writes what `storableText` takes out; a text can hold the same letters. */
const unstorableEscape = /\\u(?:0000|d[89a-f])/;

/** JSON of a value with all its texts storable. Looking at each text takes longer than writing them all. */
export const storableJson = (value: unknown): string => {
  const json = JSON.stringify(value);
  if (!unstorableEscape.test(json)) return json;
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storableText(part) : part));
};
