import { strToU8, zipSync } from 'fflate';

/** A sheet: its name, and the XML of its rows. */
type Sheet = { name: string; rows: string; state?: string };

type WorkbookParts = {
  sheets: readonly Sheet[];
  /** XML of the shared strings. */
  strings?: readonly string[];
  /** Formats of cells by their `s`: the number of a built-in format, or the code of another one. */
  formats?: readonly (number | string)[];
  date1904?: boolean;
};

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const relations = (list: readonly [id: string, type: string, target: string][]): string =>
  `<Relationships>${list.map(([id, type, target]) => `<Relationship Id="${id}" Type="http://schemas.example/${type}" Target="${target}"/>`).join('')}</Relationships>`;

const firstOwnFormat = 164;

/** An .xlsx file, as spreadsheet programs write it. */
export const writeWorkbook = ({ sheets, strings = [], formats = [], date1904 = false }: WorkbookParts): Uint8Array => {
  const codes = formats.flatMap((format, index) =>
    typeof format === 'string' ? [`<numFmt numFmtId="${firstOwnFormat + index}" formatCode="${escape(format)}"/>`] : [],
  );
  const xfs = formats.map(
    (format, index) => `<xf numFmtId="${typeof format === 'string' ? firstOwnFormat + index : format}" xfId="0"/>`,
  );
  const parts: Record<string, string> = {
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${sheets
      .map(
        ({ name, state = 'visible' }, index) =>
          `<sheet name="${escape(name)}" sheetId="${index + 1}" state="${state}" r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_sheet, index) => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const),
      ['rIdA', 'sharedStrings', '/xl/sharedStrings.xml'],
      ['rIdB', 'styles', 'styles.xml'],
    ] as [string, string, string][]),
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts>${codes.join('')}</numFmts><cellXfs>${xfs.join('')}</cellXfs></styleSheet>`,
  };
  for (const [index, { rows }] of sheets.entries())
    parts[`xl/worksheets/sheet${index + 1}.xml`] = `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
};

/** XML of rows of texts. */
export const textRows = (rows: readonly (readonly string[])[]): string =>
  rows
    .map(
      (cells, index) =>
        `<row r="${index + 1}">${cells.map((text) => `<c t="inlineStr"><is><t>${escape(text)}</t></is></c>`).join('')}</row>`,
    )
    .join('');
