import { unzipSync } from 'fflate';
import { importLimits } from '#shared/limits.ts';
import { numberText, readFormats } from './cellFormats.ts';
import type { CellFormat } from './cellFormats.ts';
import { attributeOf, elementsOf, textOf, unescapeXml } from './xml.ts';

/** Rows of cells of one sheet. `sheets` has the names of all. */
export type Workbook = { sheets: string[]; sheet: number; rows: string[][] };

/** The file is no workbook that can be read. */
export class WorkbookRefused extends Error {
  override readonly name = 'WorkbookRefused';
  readonly reason: 'notText' | 'otherFormat' | 'tooLarge';

  constructor(reason: WorkbookRefused['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** Unpacked bytes. Limits what a zip bomb can take. */
const mostUnpackedBytes = 200 * 1024 * 1024;
/** Sheets that are tried for one with rows. */
const triedSheets = 10;

type Files = (name: string) => string | null;

/** Unpacks parts of a file on demand, up to a number of bytes in all. */
const openZip = (bytes: Uint8Array): Files => {
  let unpacked = 0;
  return (name) => {
    try {
      const files = unzipSync(bytes, {
        filter: (file) => {
          if (file.name.toLowerCase() !== name.toLowerCase()) return false;
          unpacked += file.originalSize;
          if (unpacked > mostUnpackedBytes) throw new WorkbookRefused('tooLarge');
          return true;
        },
      });
      const [content] = Object.values(files);
      return content === undefined ? null : new TextDecoder().decode(content);
    } catch (error) {
      if (error instanceof WorkbookRefused) throw error;
      throw new WorkbookRefused('notText');
    }
  };
};

/** The place of a part that another part names: `/xl/a.xml`, or `a.xml` beside it. */
const placeOf = (target: string, folder: string): string => {
  const parts: string[] = [];
  for (const part of (target.startsWith('/') ? target : `${folder}/${target}`).split('/'))
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  return parts.join('/');
};

type Relations = ReadonlyMap<string, { type: string; place: string }>;

const readRelations = (files: Files, folder: string, name: string): Relations => {
  const xml = files(placeOf(`_rels/${name}.rels`, folder)) ?? '';
  return new Map(
    Array.from(elementsOf(xml, 'Relationship'), ({ tag }) => [
      attributeOf(tag, 'Id') ?? '',
      { type: attributeOf(tag, 'Type') ?? '', place: placeOf(attributeOf(tag, 'Target') ?? '', folder) },
    ]),
  );
};

const findType = (relations: Relations, type: string): string | null =>
  [...relations.values()].find((each) => each.type.endsWith(`/${type}`))?.place ?? null;

/** Number of a column: 0 for `A1`, 26 for `AA1`. */
const columnOf = (reference: string): number => {
  let column = 0;
  for (const letter of /^[A-Z]+/i.exec(reference)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
};

type Shared = { strings: readonly string[]; formats: readonly CellFormat[]; calendar: 1900 | 1904 };

const cellText = (tag: string, content: string, { strings, formats, calendar }: Shared): string => {
  const type = attributeOf(tag, 't') ?? 'n';
  if (type === 'inlineStr') return textOf(content);
  const [value] = elementsOf(content, 'v');
  const text = unescapeXml(value?.content ?? '');
  if (type === 's') return strings[Number(text)] ?? '';
  if (type === 'b') return text === '1' || text === 'true' ? 'TRUE' : 'FALSE';
  if (type === 'd') return text.replace(/T00:00:00(?:\.0+)?Z?$/, '');
  return type === 'n' ? numberText(text.trim(), formats[Number(attributeOf(tag, 's') ?? 0)], calendar) : text;
};

/** Rows of cells, with blank ones where the sheet leaves some out. */
const readSheet = (xml: string, shared: Shared): string[][] => {
  const rows: string[][] = [];
  let cellCount = 0;
  for (const { tag, content } of elementsOf(xml, 'row')) {
    const number = Number(attributeOf(tag, 'r') ?? rows.length + 1);
    if (!(number > rows.length) || number > 10 * importLimits.rows) throw new WorkbookRefused('tooLarge');
    const cells: string[] = [];
    for (const cell of elementsOf(content, 'c')) {
      const reference = attributeOf(cell.tag, 'r');
      const column = reference === null ? cells.length : columnOf(reference);
      const text = cellText(cell.tag, cell.content, shared);
      if (text === '') {
        if (reference === null) cells.push('');
        continue;
      }
      cellCount += Math.max(1, column - cells.length);
      if (cellCount > importLimits.sheetCells) throw new WorkbookRefused('tooLarge');
      while (cells.length < column) cells.push('');
      cells[column] = text;
    }
    if (cells.length === 0) continue;
    while (rows.length < number - 1) rows.push([]);
    rows.push(cells);
  }
  return rows;
};

/**
 * Reads a sheet of an .xlsx file. Numbers are texts without an exponent, dates are ISO, and merged cells are empty but for
 * the first one.
 * @param sheet its number from 0; null: the first one with rows
 * @throws WorkbookRefused
 */
export const readWorkbook = (bytes: Uint8Array, sheet: number | null = null): Workbook => {
  const files = openZip(bytes);
  const main = findType(readRelations(files, '', ''), 'officeDocument') ?? 'xl/workbook.xml';
  const workbook = files(main);
  if (workbook === null || !/<(?:\w+:)?workbook[\s>]/.test(workbook)) throw new WorkbookRefused('otherFormat');
  const folder = main.split('/').slice(0, -1).join('/');
  const relations = readRelations(files, folder, main.slice(main.lastIndexOf('/') + 1));
  const partOf = (type: string): string => {
    const place = findType(relations, type);
    return place === null ? '' : (files(place) ?? '');
  };
  const sheets = Array.from(elementsOf(workbook, 'sheet'), ({ tag }) => ({
    name: attributeOf(tag, 'name') ?? '',
    isHidden: (attributeOf(tag, 'state') ?? 'visible') !== 'visible',
    place: relations.get(attributeOf(tag, 'id') ?? '')?.place ?? '',
  })).filter(({ isHidden }) => !isHidden);
  if (sheets.length === 0) throw new WorkbookRefused('otherFormat');
  const [properties] = elementsOf(workbook, 'workbookPr');
  const shared: Shared = {
    strings: Array.from(elementsOf(partOf('sharedStrings'), 'si'), ({ content }) => textOf(content)),
    formats: readFormats(partOf('styles')),
    calendar: /^(?:1|true)$/.test(attributeOf(properties?.tag ?? '', 'date1904') ?? '') ? 1904 : 1900,
  };
  const names = sheets.map(({ name }) => name);
  const read = (index: number): string[][] => readSheet(files(sheets[index]?.place ?? '') ?? '', shared);
  if (sheet !== null && sheet < sheets.length) return { sheets: names, sheet, rows: read(sheet) };
  for (const index of names.slice(0, triedSheets).keys()) {
    const rows = read(index);
    if (rows.length > 0) return { sheets: names, sheet: index, rows };
  }
  return { sheets: names, sheet: 0, rows: [] };
};
