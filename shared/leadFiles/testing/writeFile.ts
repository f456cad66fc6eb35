import Papa from 'papaparse';

/** How a program writes a table into a file. */
export type Dialect = {
  delimiter: string;
  newline: '\n' | '\r\n' | '\r';
  quotes: boolean;
  encoding: string;
  hasMark: boolean;
};

const codePage = (encoding: string): Map<string, number> => {
  const decoder = new TextDecoder(encoding);
  return new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
};

const encodeUtf16 = (text: string, isLittle: boolean): Uint8Array => {
  const bytes = new DataView(new ArrayBuffer(text.length * 2));
  for (let index = 0; index < text.length; index += 1) bytes.setUint16(index * 2, text.charCodeAt(index), isLittle);
  return new Uint8Array(bytes.buffer);
};

export const encode = (text: string, encoding: string): Uint8Array => {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding.startsWith('utf-16')) return encodeUtf16(text, encoding === 'utf-16le');
  const page = codePage(encoding);
  return Uint8Array.from(Array.from(text), (character) => {
    const byte = page.get(character);
    if (byte === undefined) throw new Error(`${encoding} has no ${character}`);
    return byte;
  });
};

export const writeFile = (
  rows: readonly (readonly string[])[],
  { delimiter, newline, quotes, encoding, hasMark }: Dialect,
  linesAbove: readonly string[] = [],
): Uint8Array => {
  const table = Papa.unparse(rows as string[][], { delimiter, newline, quotes });
  const text = [...linesAbove, table].join(newline);
  return encode(hasMark ? `\uFEFF${text}` : text, encoding);
};

/** A file as a test writes it down: one text for each line. */
export const fileOf = (...lines: string[]): Uint8Array => new TextEncoder().encode(lines.join('\n'));
