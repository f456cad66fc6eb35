/** Text that PostgreSQL (columns and JSON) and spreadsheets can store: no NUL, no lone surrogates. */
export const storableText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/** JSON escapes of characters that `storableText` removes. A text can also contain these letters literally. */
const unstorableEscape = /\\u(?:0000|d[89a-f])/;

/** JSON of a value with only storable texts. Checking each text takes longer than serializing all of them. */
export const storableJson = (value: unknown): string => {
  const json = JSON.stringify(value);
  if (!unstorableEscape.test(json)) return json;
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storableText(part) : part));
};
