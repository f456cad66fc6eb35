import { leadIdentity } from '#shared/leadFiles/leadIdentity.ts';
import { normalizeHeader } from '#shared/leadFiles/headers/normalizeHeader.ts';
import type { LeadReading, ReadColumn, ReadLead } from '#shared/leadFiles/LeadReading.ts';
import { columnNames, isOwnHeader } from '#shared/leadFiles/plan/planColumns.ts';
import type { ColumnChoices } from '#shared/leadFiles/plan/planColumns.ts';
import { importLimits } from '#shared/limits.ts';
import type { ImportSummary, PreviewColumn } from './importTasks.ts';

/** Rows among which an example of a column is searched. */
const exampleRows = 50;
const exampleLength = 60;
const shownLeftOut = 50;
const shownCells = 12;

/** Headers that only the download of one platform has together. */
const downloads = {
  Meta: ['id', 'created time', 'ad id', 'adset id', 'campaign id', 'form id', 'is organic', 'platform'],
  'Google Ads': ['lead id', 'gclid', 'lead form name'],
} as const;

const platformOf = (columns: readonly ReadColumn[]): ImportSummary['platform'] => {
  const headers = new Set(columns.map(({ header }) => normalizeHeader(header)));
  const platforms = Object.keys(downloads) as (keyof typeof downloads)[];
  return platforms.find((platform) => downloads[platform].every((header) => headers.has(header))) ?? null;
};

const exampleOf = (leads: readonly ReadLead[], { becomes }: ReadColumn, name: string): string => {
  for (const lead of leads.slice(0, exampleRows)) {
    const value = becomes === 'answer' ? lead.answers[name] : becomes === 'nothing' ? null : lead[becomes];
    if (value !== null && value !== undefined && value !== '') return String(value).slice(0, exampleLength);
  }
  return '';
};

/** The filled columns of a table, and those that a person has left out. */
const previewColumns = ({ columns, leads }: LeadReading, names: readonly string[], choices: ColumnChoices) =>
  columns.flatMap((column, index): PreviewColumn[] => {
    const name = names[index] ?? '';
    const isLeftOut = Object.hasOwn(choices, name) && choices[name] === 'nothing';
    if (column.becomes === 'nothing' && !isLeftOut) return [];
    return [{ ...column, name, example: exampleOf(leads, column, name) }];
  });

const findTooLong = ({ leads, columns }: LeadReading): ImportSummary['tooLong'] => {
  const isTooLong = (value: unknown): boolean =>
    typeof value === 'string' && value.length > importLimits.valueCharacters;
  for (const lead of leads) {
    const { row, answers, ...fields } = lead;
    const field = Object.entries(fields).find(([, value]) => isTooLong(value))?.[0];
    const name =
      field === undefined
        ? Object.entries(answers).find(([, value]) => isTooLong(value))?.[0]
        : (columns.find(({ becomes }) => becomes === field)?.header ?? field);
    if (name !== undefined) return { row, column: name.slice(0, exampleLength) };
  }
  return null;
};

const countRepeated = (leads: readonly ReadLead[]): number => leads.length - new Set(leads.map(leadIdentity)).size;

/** What a person should see of a reading before it is stored. */
export const summarizeLeads = (
  reading: LeadReading,
  choices: ColumnChoices,
): Omit<ImportSummary, 'isOwnFile' | 'mayNeedQuotes' | 'sheets' | 'sheet'> => {
  const { columns, leads, leftOut, remarks, headerLine } = reading;
  const names = columnNames(columns);
  const isOwn = headerLine !== null && isOwnHeader(columns.map(({ header }) => header));
  const hasLong = remarks.some(({ code }) => code === 'longValue');
  return {
    isLiteral: false,
    rowCount: leads.length,
    rowsWithoutId: leads.filter(({ id }) => id === null).length,
    rowsWithoutContact: leads.filter(({ email, phone }) => email === null && phone === null).length,
    repeatedRows: countRepeated(leads),
    platform: isOwn || headerLine === null ? null : platformOf(columns),
    remarks,
    columns: isOwn ? [] : previewColumns(reading, names, choices),
    columnNames: names,
    leftOutCount: leftOut.length,
    leftOut: leftOut.slice(0, shownLeftOut).map((row) => ({
      ...row,
      cells: row.cells.slice(0, shownCells).map((cell) => cell.slice(0, exampleLength)),
    })),
    tooLong: hasLong ? findTooLong(reading) : null,
  };
};
