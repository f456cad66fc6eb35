import { countOf } from '#client/lib/countOf.ts';
import { formatInteger } from '#client/lib/format.ts';
import type { Remark, RemarkCode } from '#shared/leadFiles/LeadReading.ts';
import type { ImportSource, ImportSummary } from './importTasks.ts';

const people = (count: number): string => `${formatInteger(count)} ${count === 1 ? 'person' : 'people'}`;

/** `Meta lead download · 1,204 people · 3 without contact · 2 twice in the file` */
export const describeReading = (summary: ImportSummary, kind: ImportSource['kind']): string => {
  const { platform, rowCount, rowsWithoutContact, repeatedRows } = summary;
  const place = kind === 'file' ? 'file' : 'sheet';
  return [
    platform !== null && `${platform} lead ${kind === 'file' ? 'download' : 'sheet'}`,
    people(rowCount),
    rowsWithoutContact > 0 && `${formatInteger(rowsWithoutContact)} without contact`,
    repeatedRows > 0 && `${formatInteger(repeatedRows)} twice in the ${place}`,
  ]
    .filter((part) => part !== false)
    .join(' · ');
};

/** Rows that a remark names. */
const namedRows = 5;

const rowsOf = ({ rows = [], count = rows.length }: Remark): string => {
  const list = rows.slice(0, namedRows).map(formatInteger);
  if (list.length === 0) return '';
  return ` (${count === 1 ? 'row' : 'rows'} ${list.join(', ')}${count > list.length ? ', …' : ''})`;
};

/** Texts of the remarks that matter to a person. The others describe a file that is read well. */
const texts: Record<RemarkCode, ((remark: Remark) => string) | null> = {
  separator: null,
  encoding: () => 'The file has an old encoding. Check letters with accents.',
  byName: null,
  quotes: null,
  noHeader: () => 'The first row is a person, not a header. Check what the columns become.',
  linesAbove: () => 'Lines above the header are left out.',
  sepLine: null,
  sameHeader: () => 'Several columns have the same name. A row uses the first one with a value.',
  idsNobody: (remark) =>
    `${countOf(remark.count ?? 0, 'row')} without a usable ID${rowsOf(remark)}: its text identifies nobody.`,
  sameId: null,
  noIds: null,
  unclearDates: (remark) =>
    `${countOf(remark.count ?? 0, 'date')} may be day or month first${rowsOf(remark)}. The text is kept, but not as a date.`,
  dateNumbers: null,
  damagedPhones: (remark) =>
    `${countOf(remark.count ?? 0, 'phone number')} lost digits in a spreadsheet program${rowsOf(remark)}. Format the column as text and save the file again.`,
  errorCells: (remark) => `Cells with errors such as #N/A stay empty${rowsOf(remark)}.`,
  controlCharacters: null,
  // The dialog names the row and the column.
  longValue: null,
  unevenRows: null,
  testLeads: (remark) =>
    `${countOf(remark.count ?? 0, 'test lead')} ${remark.count === 1 ? 'is' : 'are'} marked as a test.`,
  // The dialog lists these rows.
  leftOut: null,
  // A file with these remarks has no preview.
  otherFormat: null,
  notText: null,
};

/** Remarks in words. */
export const describeRemarks = (remarks: readonly Remark[]): string[] =>
  remarks.flatMap((remark) => texts[remark.code]?.(remark) ?? []);
