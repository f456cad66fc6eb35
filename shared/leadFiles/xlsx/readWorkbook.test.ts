import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { importLimits } from '#shared/limits.ts';
import { textRows, writeWorkbook } from '../testing/writeWorkbook.ts';
import { readWorkbook, WorkbookRefused } from './readWorkbook.ts';

type Parts = Parameters<typeof writeWorkbook>[0];
const readRow = (cells: string, parts: Omit<Parts, 'sheets'> = {}): string[] | undefined =>
  readWorkbook(writeWorkbook({ ...parts, sheets: [{ name: 'A', rows: `<row r="1">${cells}</row>` }] })).rows[0];
const reasonOf = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    return error instanceof WorkbookRefused ? error.reason : error;
  }
};

describe('cells', () => {
  it('are shared strings, also with formatted parts and without pronunciations', () => {
    const strings = [
      '<t>Ada &amp; &#x42;ob</t>',
      '<r><rPr><b/></rPr><t xml:space="preserve">two </t></r><r><t>parts</t></r>',
      '<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh>',
      '<t>a_x000D_b</t>',
    ];
    const cells =
      '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c>';
    expect(readRow(cells, { strings })).toEqual(['Ada & Bob', 'two parts', '東京', 'a\rb']);
  });

  it('are inline strings, formula texts, flags and errors', () => {
    const cells =
      '<c t="inlineStr"><is><t>inline</t></is></c><c t="str"><f>A1&amp;B1</f><v>made &lt;here&gt;</v></c><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><v>#N/A</v></c>';
    expect(readRow(cells)).toEqual(['inline', 'made <here>', 'TRUE', 'FALSE', '#N/A']);
  });

  it.each([
    ['491712345678', '491712345678'],
    ['4.91712345678E11', '491712345678'],
    ['2E15', '2000000000000000'],
    ['0.30000000000000004', '0.3'],
    ['1E-7', '0.0000001'],
    ['-12.5', '-12.5'],
    ['', ''],
  ])('show the number %s as %s', (value, text) => {
    expect(readRow(`<c r="A1" t="inlineStr"><is><t>x</t></is></c><c r="B1"><v>${value}</v></c>`)).toEqual(
      text === '' ? ['x'] : ['x', text],
    );
  });

  it.each([
    [14, '46309', '2026-10-14'],
    [22, '46309.25358796296', '2026-10-14T06:05:10'],
    ['dd.mm.yyyy hh:mm', '46309.5', '2026-10-14T12:00:00'],
    ['[$-407]d. mmmm yyyy;@', '46309', '2026-10-14'],
    [20, '0.5', '12:00:00'],
    ['00000', '1067', '01067'],
    ['"day" 0', '46309', '46309'],
    ['#,##0.00\\ "days"', '46309', '46309'],
    ['General', '46309', '46309'],
    ['[Red]0.0', '46309', '46309'],
    [14, '-1', '-1'],
  ])('with the format %s show %s as %s', (format, value, text) => {
    expect(readRow(`<c r="A1" s="1"><v>${value}</v></c>`, { formats: [0, format] })).toEqual([text]);
  });

  it('count days from 1904 where the workbook does', () => {
    expect(readRow('<c s="0"><v>44847</v></c>', { formats: [14], date1904: true })).toEqual(['2026-10-14']);
  });

  it('stay at their place when others are missing or merged', () => {
    expect(readRow('<c r="B1" t="str"><v>b</v></c><c r="C1" s="0"/><c r="AA1" t="str"><v>aa</v></c>')).toEqual([
      '',
      'b',
      ...Array.from({ length: 24 }, () => ''),
      'aa',
    ]);
  });
});

describe('sheets', () => {
  it('have blank rows where the file leaves rows out', () => {
    const rows = '<row r="2"><c r="A2" t="str"><v>a</v></c></row><row r="3"/><row r="4"><c r="A4"><v>1</v></c></row>';
    expect(readWorkbook(writeWorkbook({ sheets: [{ name: 'A', rows }] })).rows).toEqual([[], ['a'], [], ['1']]);
  });

  it('are read by number, or else the first visible one with rows', () => {
    const file = writeWorkbook({
      sheets: [
        { name: 'Hidden', state: 'hidden', rows: textRows([['hidden']]) },
        { name: 'Cover', rows: '' },
        { name: 'Leads & more', rows: textRows([['first']]) },
        { name: 'Old', rows: textRows([['second']]) },
      ],
    });
    const sheets = ['Cover', 'Leads & more', 'Old'];
    expect(readWorkbook(file)).toEqual({ sheets, sheet: 1, rows: [['first']] });
    expect(readWorkbook(file, 2)).toEqual({ sheets, sheet: 2, rows: [['second']] });
    expect(readWorkbook(file, 0).rows).toEqual([]);
  });

  it('may have names with a prefix', () => {
    const file = zipSync({
      'xl/workbook.xml': strToU8('<x:workbook><x:sheets><x:sheet name="A" r:id="r1"/></x:sheets></x:workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="sheet.xml"/></Relationships>',
      ),
      'xl/sheet.xml': strToU8('<x:row r="1"><x:c r="A1" t="str"><x:v>a</x:v></x:c></x:row>'),
    });
    expect(readWorkbook(file).rows).toEqual([['a']]);
  });
});

describe('a file is refused', () => {
  it('as another format if it has no workbook', () => {
    const file = zipSync({ 'content.xml': strToU8('<office:document-content/>') });
    expect(reasonOf(() => readWorkbook(file))).toBe('otherFormat');
  });

  it('as no table if it cannot be unpacked', () => {
    expect(reasonOf(() => readWorkbook(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0)))).toBe('notText');
  });

  it('if it unpacks to more than the limit', () => {
    const file = writeWorkbook({ sheets: [{ name: 'A', rows: textRows([['a']]) }] });
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    // The sizes in the directory of the zip file.
    for (let at = 0; at < file.length - 4; at += 1)
      if (view.getUint32(at, true) === 0x02_01_4b_50) view.setUint32(at + 24, 250 * 1024 * 1024, true);
    expect(reasonOf(() => readWorkbook(file))).toBe('tooLarge');
  });

  it.each([
    ['a row far below', `<row r="${20 * importLimits.rows}"><c r="A1"><v>1</v></c></row>`],
    [
      'wide rows',
      Array.from({ length: 200 }, (_, index) => `<row r="${index + 1}"><c r="XFD1"><v>1</v></c></row>`).join(''),
    ],
  ])('if %s would fill the memory', (_name, rows) => {
    expect(reasonOf(() => readWorkbook(writeWorkbook({ sheets: [{ name: 'A', rows }] })))).toBe('tooLarge');
  });
});
