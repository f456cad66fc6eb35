/** Encoding of a UTF-16 file, which Excel saves as "Unicode Text". */
const utf16Of = ([first, second]: Uint8Array): string | null => {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
};

/** Control characters that text contains in no code page. Ctrl-Z is missing, because it used to end files. */
// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
const control = /[\x01-\x08\x0e-\x19\x1b-\x1f]/;

const decode = (bytes: ArrayBuffer): string | null => {
  const start = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  try {
    return new TextDecoder(utf16Of(start) ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    return control.test(text) ? null : text;
  }
};

/**
 * The text of a CSV file without its byte-order mark, or null for a binary file. Windows programs that do not save
 * UTF-8 use the Western European code page, whose bytes are hardly ever valid UTF-8.
 */
export const decodeCsv = (bytes: ArrayBuffer): string | null => {
  const text = decode(bytes);
  return text?.includes('\0') ? null : text;
};
