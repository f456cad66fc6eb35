import Papa from 'papaparse';
import { isKnownHeader } from '../headers/findMeanings.ts';

/** Rows of cells, with the number of the line in which each begins. */
export type SplitText = {
  rows: string[][];
  lines: (row: number) => number;
  delimiter: string;
  hasQuotes: boolean;
  hasSepLine: boolean;
  hasZeroBytes: boolean;
};

const delimiters = [',', ';', '\t', '|'] as const;
const sampleLength = 100_000;
const sampleRows = 100;
/** Occurs in no text here: zero bytes are removed before. */
const noQuote = '\0';

type Dialect = { delimiter: string; newline: '\n' | '\r\n' | '\r'; quoteChar?: string; escapeChar?: string };

const parse = (text: string, dialect: Dialect, preview = 0): Papa.ParseResult<string[]> =>
  Papa.parse<string[]>(text, { ...dialect, preview });

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** The most frequent width of filled lines, and how many have it. */
const commonWidth = (rows: readonly string[][]): { width: number; count: number; all: number } => {
  const counts = new Map<number, number>();
  let all = 0;
  for (const cells of rows) {
    if (isBlank(cells)) continue;
    all += 1;
    counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  }
  const [width = 0, count = 0] = [...counts].toSorted(([a, x], [b, y]) => y - x || b - a)[0] ?? [];
  return { width, count, all };
};

/** The separator that gives lines of one width, and a header with known names. */
const findDelimiter = (sample: string, newline: Dialect['newline']): string => {
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of delimiters) {
    const { data } = parse(sample, { delimiter, newline }, sampleRows);
    const { width, count, all } = commonWidth(data);
    if (width < 2) {
      // Title lines may outnumber the others in a short file.
      if (!data.some((cells) => cells.length > 1 && cells.filter((cell) => isKnownHeader(cell)).length > 1)) continue;
    }
    const known = Math.max(
      0,
      ...data.slice(0, 20).map((cells) => (cells.length < 2 ? 0 : cells.filter((cell) => isKnownHeader(cell)).length)),
    );
    const score = known * 10 + (5 * count) / Math.max(1, all) + Math.min(width, 50) / 50;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
};

/** Makes one kind of line break of all outside of quotes. */
const unifyBreaks = (text: string): { text: string; newline: Dialect['newline'] } => {
  if (!text.includes('\r')) return { text, newline: '\n' };
  const first = /\r\n?|\n/.exec(text)?.[0];
  const lone = first === '\r\n' ? /\r(?!\n)|(?<!\r)\n/ : first === '\r' ? /\n/ : /\r/;
  if (!lone.test(text)) return { text, newline: first === '\r' ? '\r' : first === '\n' ? '\n' : '\r\n' };
  if (!text.includes('"')) return { text: text.replace(/\r\n?/g, '\n'), newline: '\n' };
  const unified = text.replace(/(?<=^|[,;\t|\r\n])"(?:[^"]|"")*"|\r\n?/g, (found) => (found[0] === '"' ? found : '\n'));
  return { text: unified, newline: '\n' };
};

const hasBrokenQuotes = ({ errors }: Papa.ParseResult<string[]>): boolean =>
  errors.some(({ type }) => type === 'Quotes');

const parseLiterally = (text: string, dialect: Dialect): string[][] =>
  parse(text, { ...dialect, quoteChar: noQuote, escapeChar: noQuote }).data;

/** Broken lines that are read one by one. A file with more has no meaning for quotes. */
const mostBrokenLines = 20;

/** The first row that a quote without an end has joined with the lines below. */
const findBrokenRow = ({ data, errors }: Papa.ParseResult<string[]>, delimiter: string): number | null => {
  const { width } = commonWidth(data);
  const hasRowInside = (cell: string): boolean =>
    /[\r\n]/.test(cell) && cell.split(/[\r\n]+/).some((line) => line.split(delimiter).length >= width);
  const error = errors.find(
    ({ type, code, row = -1 }) => type === 'Quotes' && (code === 'MissingQuotes' || data[row]?.some(hasRowInside)),
  );
  return error?.row ?? null;
};

/** Cells by RFC 4180. In a line with a quote that has no end, quotes are ordinary characters. */
const parseQuoted = (text: string, dialect: Dialect, parsed: Papa.ParseResult<string[]>): string[][] => {
  const rows: string[][] = [];
  let rest = text;
  let found = parsed;
  for (let count = 0; count < mostBrokenLines; count += 1) {
    const broken = findBrokenRow(found, dialect.delimiter);
    if (broken === null) return rows.length === 0 ? found.data : [...rows, ...found.data];
    const before = broken === 0 ? null : parse(rest, dialect, broken);
    for (const cells of before?.data ?? []) rows.push(cells);
    const start = before?.meta.cursor ?? 0;
    const end = rest.indexOf(dialect.newline, start);
    rows.push(...parseLiterally(end === -1 ? rest.slice(start) : rest.slice(start, end), dialect));
    if (end === -1) return rows;
    rest = rest.slice(end + dialect.newline.length);
    found = parse(rest, dialect);
  }
  return [...rows, ...parseLiterally(rest, dialect)];
};

/** Cells by RFC 4180, or by quotes with a backslash, whichever the file can be. */
const parseCells = (text: string, dialect: Dialect): { rows: string[][]; hasQuotes: boolean } => {
  const quoted = parse(text, dialect);
  const start = dialect.delimiter === '|' ? '\\|' : dialect.delimiter;
  const hasQuotes = text.includes('"') && new RegExp(`(?:^|[\\r\\n${start}])"`).test(text);
  const hasBackslashes = /\\"(?!\s*(?:[,;\t|\r\n]|$))/.test(text);
  if (hasBackslashes) {
    const escaped = parse(text, { ...dialect, escapeChar: '\\' });
    if (!hasBrokenQuotes(escaped)) {
      const unescape = (cell: string): string => (cell.includes('\\\\') ? cell.replaceAll('\\\\', '\\') : cell);
      return { rows: escaped.data.map((cells) => cells.map(unescape)), hasQuotes: true };
    }
  }
  return { rows: hasBrokenQuotes(quoted) ? parseQuoted(text, dialect, quoted) : quoted.data, hasQuotes };
};

const countBreaks = (text: string, newline: string): number => {
  let count = 0;
  for (let at = text.indexOf(newline); at !== -1; at = text.indexOf(newline, at + newline.length)) count += 1;
  return count;
};

export const countLines = (text: string): number =>
  countBreaks(text, '\n') + countBreaks(text, '\r') - countBreaks(text, '\r\n') + 1;

/** Line numbers, counted only when needed, in rising order. */
const lineCounter = (rows: readonly string[][], first: number, hasBreaksInside: boolean): ((row: number) => number) => {
  if (!hasBreaksInside) return (row) => first + row;
  let counted = 0;
  let line = first;
  return (row) => {
    if (row < counted) {
      counted = 0;
      line = first;
    }
    for (; counted < row; counted += 1) {
      line += 1;
      for (const cell of rows[counted] ?? []) if (/[\r\n]/.test(cell)) line += cell.match(/\r\n|[\r\n]/g)?.length ?? 0;
    }
    return line;
  };
};

const sepLine = /^"?sep=([^\r\n])"?\s*(?:\r\n?|\n)/i;

/** Splits the text of a file into rows of cells. Finds out the separator, the line breaks and the meaning of quotes. */
export const splitRows = (given: string): SplitText => {
  const hasZeroBytes = given.includes('\0');
  const bare = hasZeroBytes ? given.replaceAll('\0', '') : given;
  const [sepText = '', sep] = sepLine.exec(bare) ?? [];
  const { text, newline } = unifyBreaks(bare.slice(sepText.length));
  const delimiter = sep ?? findDelimiter(text.slice(0, sampleLength), newline);
  const { rows, hasQuotes } = parseCells(text, { delimiter, newline });
  const hasSepLine = sep !== undefined;
  return {
    rows,
    lines: lineCounter(rows, hasSepLine ? 2 : 1, countLines(text) > rows.length),
    delimiter,
    hasQuotes,
    hasSepLine,
    hasZeroBytes,
  };
};
