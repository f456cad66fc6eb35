import type { SheetColumn, SheetFormat } from '../SheetWriter.ts';

/** Title of a file's only sheet. */
export const sheetTitle = 'Export';

const numberFormats: Record<Exclude<SheetFormat, 'plain'>, { type: string; pattern: string }> = {
  // Keeps the digits of ids and phone numbers even after manual edits.
  text: { type: 'TEXT', pattern: '@' },
  date: { type: 'DATE', pattern: 'yyyy-mm-dd' },
  integer: { type: 'NUMBER', pattern: '#,##0' },
  decimal: { type: 'NUMBER', pattern: '#,##0.00' },
  // The values are percentages already: 1.18 is 1.18 %.
  percent: { type: 'NUMBER', pattern: '0.00"%"' },
};

const repeatFormat = (
  sheetId: number,
  rows: { startRowIndex: number; endRowIndex: number },
  columns: { startColumnIndex: number; endColumnIndex: number },
  userEnteredFormat: Record<string, unknown>,
  fields: string,
) => ({
  repeatCell: {
    range: { sheetId, ...rows, ...columns },
    cell: { userEnteredFormat },
    fields: `userEnteredFormat.${fields}`,
  },
});

/** Requests that set grid, frozen titles and number formats, applied all or nothing. Idempotent. */
export const formatRequests = (sheetId: number, columns: readonly SheetColumn[], rowCount: number): object[] => {
  const gridProperties = { rowCount: rowCount + 1, columnCount: columns.length, frozenRowCount: 1 };
  const titles = repeatFormat(
    sheetId,
    { startRowIndex: 0, endRowIndex: 1 },
    { startColumnIndex: 0, endColumnIndex: columns.length },
    { textFormat: { bold: true } },
    'textFormat.bold',
  );
  const formats = columns.flatMap(({ format }, column) =>
    format === 'plain'
      ? []
      : [
          repeatFormat(
            sheetId,
            { startRowIndex: 1, endRowIndex: rowCount + 1 },
            { startColumnIndex: column, endColumnIndex: column + 1 },
            { numberFormat: numberFormats[format] },
            'numberFormat',
          ),
        ],
  );
  return [
    {
      updateSheetProperties: {
        properties: { sheetId, title: sheetTitle, gridProperties },
        fields: 'title,gridProperties.rowCount,gridProperties.columnCount,gridProperties.frozenRowCount',
      },
    },
    titles,
    ...formats,
  ];
};
