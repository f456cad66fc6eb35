import { cleanCell, isErrorCell, isPlaceholder } from '../cells/cellText.ts';
import { readEmail } from '../cells/readEmail.ts';
import { readFlag } from '../cells/readFlag.ts';
import { isRoundedNumber, readId } from '../cells/readId.ts';
import { bareNumber, countDigits } from '../cells/phoneText.ts';
import { readDayNumber, readTime } from '../cells/readTime.ts';
import { isTestAddress, isTestCell } from '../cells/testLead.ts';
import type { LeftOutReason, LeftOutRow, ReadLead, RemarkCode } from '../LeadReading.ts';
import { isOwnHeader, planColumns, planOwn, unnamedColumn } from '../plan/planColumns.ts';
import type { ChoicesOf, ColumnPlan } from '../plan/planColumns.ts';
import { keepAnswer } from './keepAnswer.ts';
import { leftOutReason } from './leftOutReason.ts';

/** Longer values are kept, with a remark. */
const longestValue = 10_000;
/** In the specified file, the column of the phone number may also be a counter. */
const fewestDigitsOfOwn = 6;
const fewestDigits = 4;

/** E.164 of a phone number. `country` is the text of the lead's country, null without one. */
export type NormalizePhone = (number: string, country: string | null) => string | null;

/** Rows of one step of the reading. */
const rowsPerStep = 1000;

export type RowContext = {
  /** Line or row number of a row. */
  lines: (row: number) => number;
  normalizePhone: NormalizePhone | null;
  choicesOf: ChoicesOf | undefined;
  isSheet: boolean;
  remark: (code: RemarkCode, row: number) => void;
};

const noLead = (row: number): ReadLead => ({
  row,
  id: null,
  name: null,
  email: null,
  phone: null,
  phoneE164: null,
  createdTime: null,
  status: null,
  country: null,
  platform: null,
  adId: null,
  adName: null,
  adsetId: null,
  adsetName: null,
  campaignId: null,
  campaignName: null,
  formId: null,
  formName: null,
  isOrganic: null,
  isTest: false,
  answers: {},
});

/** Reads the rows of one table by its plan. Null for a blank row. */
const rowReader = (plan: ColumnPlan, context: RowContext) => {
  const { sources, questions, dateOrder, headerWidth } = plan;
  const { remark } = context;
  const answerColumns = plan.columns.flatMap(({ becomes }, index) => (becomes === 'answer' ? [index] : []));
  const width = plan.columns.length;

  // The row that is being read. Kept outside of the functions, which are too many to be made for each row.
  let cells: string[] = [];
  let row = 0;
  let lead = noLead(0);
  /** Columns whose value has become a field of this row instead of the first column of the field. */
  let used: number[] = [];

  const keep = (column: number, text: string): void =>
    keepAnswer(lead, questions[column] ?? unnamedColumn(column), text);

  /** The first filled cell of a field, without errors. */
  const textOf = (columns: readonly number[] | undefined): string | null => {
    if (columns === undefined) return null;
    for (const column of columns) {
      const text = cells[column] ?? '';
      if (text === '') continue;
      if (isErrorCell(text)) {
        remark('errorCells', row);
        continue;
      }
      if (column !== columns[0]) used.push(column);
      return text;
    }
    return null;
  };

  const idOf = (columns: readonly number[] | undefined): string | null => {
    const text = textOf(columns);
    return text === null ? null : readId(text);
  };

  const readEmails = (): void => {
    for (const column of sources.email ?? []) {
      const text = cells[column] ?? '';
      if (text === '' || lead.email !== null) continue;
      if (isErrorCell(text)) {
        remark('errorCells', row);
        continue;
      }
      const isFirst = column === sources.email?.[0];
      lead.email = readEmail(text);
      if (lead.email === null && isFirst && !isPlaceholder(text)) keep(column, text);
      if (lead.email !== null && !isFirst) used.push(column);
    }
  };

  const readPhones = (): void => {
    for (const column of sources.phone ?? []) {
      const text = cells[column] ?? '';
      if (text === '' || lead.phone !== null) continue;
      if (isErrorCell(text)) {
        remark('errorCells', row);
        continue;
      }
      const number = bareNumber(text);
      if (countDigits(number) < (plan.isOwn ? fewestDigitsOfOwn : fewestDigits)) {
        const isText = number !== '' && !isPlaceholder(number) && !isTestCell(number);
        if (isText && column === sources.phone?.[0]) keep(column, text);
        continue;
      }
      lead.phone = number;
      if (column !== sources.phone?.[0]) used.push(column);
      if (isRoundedNumber(number)) {
        remark('damagedPhones', row);
        continue;
      }
      const { country } = lead;
      const isGiven = country !== null && !isPlaceholder(country);
      lead.phoneE164 = context.normalizePhone?.(number, isGiven ? country : null) ?? null;
    }
  };

  const readOwnId = (): void => {
    const column = sources.id?.find((each) => (cells[each] ?? '') !== '');
    if (column === undefined) return;
    const text = cells[column] ?? '';
    lead.id = readId(text);
    if (lead.id !== null) return;
    // A row of errors alone is left out with another remark.
    if (!isErrorCell(text) || cells.some((cell) => cell !== '' && !isErrorCell(cell))) remark('idsNobody', row);
  };

  const readName = (): void => {
    lead.name = textOf(sources.name);
    if (sources.firstName !== undefined) lead.firstName = textOf(sources.firstName);
    if (sources.lastName !== undefined) lead.lastName = textOf(sources.lastName);
    if (lead.name !== null) return;
    const parts = [lead.firstName, lead.lastName].filter((part) => typeof part === 'string');
    if (parts.length > 0) lead.name = parts.join(' ');
  };

  const readCreatedTime = (): void => {
    const text = textOf(sources.createdTime);
    if (text === null) return;
    let at = readTime(text, dateOrder);
    if (at === null) {
      at = readDayNumber(text);
      if (at !== null) remark('dateNumbers', row);
    }
    if (at !== null) lead.createdTime = new Date(at).toISOString();
    else if (!isPlaceholder(text)) {
      remark('unclearDates', row);
      keep(sources.createdTime?.[0] ?? 0, text);
    }
  };

  /** A yes or no. Keeps any other text as an answer. */
  const flagOf = (field: 'isOrganic' | 'isTest'): boolean | null => {
    const text = textOf(sources[field]);
    if (text === null) return null;
    const flag = readFlag(text);
    if (flag === null && !isPlaceholder(text)) keep(sources[field]?.[0] ?? 0, text);
    return flag;
  };

  const readFlags = (isMarked: boolean): void => {
    lead.isOrganic = flagOf('isOrganic');
    lead.isTest = flagOf('isTest') === true || isMarked || (lead.email !== null && isTestAddress(lead.email));
    if (lead.isTest) remark('testLeads', row);
  };

  const readAnswers = (): void => {
    for (const column of answerColumns) {
      const text = cells[column] ?? '';
      if (text === '') continue;
      if (isErrorCell(text)) remark('errorCells', row);
      else if (!used.includes(column) || !isSameHeader(plan, column)) keep(column, text);
    }
    if (!plan.isOwn)
      for (let column = headerWidth; column < cells.length; column += 1) {
        const text = cells[column] ?? '';
        if (text === '') continue;
        remark('unevenRows', row);
        if (column >= width) keep(column, text);
      }
    if (!context.isSheet && cells.length < headerWidth) remark('unevenRows', row);
  };

  return (given: string[], number: number): ReadLead | { reason: LeftOutReason } | null => {
    cells = given;
    row = number;
    let isBlank = true;
    let isMarked = false;
    for (let index = 0; index < cells.length; index += 1) {
      const text = cleanCell(cells[index] ?? '');
      cells[index] = text;
      if (text === '') continue;
      isBlank = false;
      if (text.length > longestValue) remark('longValue', row);
      if (isTestCell(text)) isMarked = true;
    }
    if (isBlank) return null;

    lead = noLead(row);
    if (used.length > 0) used = [];
    lead.country = textOf(sources.country);
    readEmails();
    readPhones();
    readOwnId();
    if (lead.email === null && lead.phone === null) {
      const reason = leftOutReason(cells, plan, lead.id !== null);
      if (reason !== null) return { reason };
    }
    readName();
    // Without loops over the names of fields, which take several times as long.
    lead.status = textOf(sources.status);
    lead.platform = textOf(sources.platform);
    lead.adName = textOf(sources.adName);
    lead.adsetName = textOf(sources.adsetName);
    lead.campaignName = textOf(sources.campaignName);
    lead.formName = textOf(sources.formName);
    lead.adId = idOf(sources.adId);
    lead.adsetId = idOf(sources.adsetId);
    lead.campaignId = idOf(sources.campaignId);
    lead.formId = idOf(sources.formId);
    readCreatedTime();
    readFlags(isMarked);
    readAnswers();
    return lead;
  };
};

/** Whether another column with the same header is a field. */
const isSameHeader = ({ columns }: ColumnPlan, column: number): boolean =>
  columns.some(
    ({ header, becomes }, index) => index !== column && becomes !== 'answer' && header === columns[column]?.header,
  );

const planOf = (header: readonly string[] | null, rows: readonly string[][], choicesOf?: ChoicesOf): ColumnPlan =>
  header !== null && isOwnHeader(header) ? planOwn(rows) : planColumns(header, rows, choicesOf);

/**
 * Reads the rows below a header in steps, each of which yields the share of the rows read so far. A different header
 * begins a second table with its own columns.
 * @param start the first row below the header
 */
export function* readRows(
  rows: readonly string[][],
  start: number,
  firstPlan: ColumnPlan,
  context: RowContext,
): Generator<number, { leads: ReadLead[]; leftOut: LeftOutRow[] }> {
  const leads: ReadLead[] = [];
  const leftOut: LeftOutRow[] = [];
  let plan = firstPlan;
  let read = rowReader(plan, context);
  for (let index = start; index < rows.length; index += 1) {
    if (index % rowsPerStep === 0) yield index / rows.length;
    const cells = rows[index] ?? [];
    const found = read(cells, context.lines(index));
    if (found === null) continue;
    if (!('reason' in found)) {
      leads.push(found);
      continue;
    }
    const { reason } = found;
    leftOut.push({ row: context.lines(index), reason, cells: cells.filter((cell) => cell !== '') });
    context.remark(reason === 'errors' ? 'errorCells' : 'leftOut', context.lines(index));
    const isOther = reason === 'header' && plan.columns.some(({ header }, column) => header !== (cells[column] ?? ''));
    if (!isOther) continue;
    plan = planOf(cells, rows.slice(index + 1), context.choicesOf);
    read = rowReader(plan, context);
  }
  return { leads, leftOut };
}

export { planOf };
