import { cleanCell, isErrorCell, isPlaceholder } from '../cells/cellText.ts';
import { readCountry } from '../cells/readCountry.ts';
import type { CountryCode } from '../cells/readCountry.ts';
import { readEmail } from '../cells/readEmail.ts';
import { readFlag } from '../cells/readFlag.ts';
import { isRoundedNumber, readId } from '../cells/readId.ts';
import { bareNumber, phoneToE164 } from '../cells/readPhone.ts';
import { readDayNumber, readTime } from '../cells/readTime.ts';
import type { LeadField } from '../headers/leadFields.ts';
import type { LeftOutRow, ReadLead, RemarkCode } from '../LeadReading.ts';
import { isOwnHeader, planColumns, planOwn, unnamedColumn } from '../plan/planColumns.ts';
import type { ColumnPlan } from '../plan/planColumns.ts';
import { leftOutReason } from './leftOutReason.ts';

/** Longer values are kept, with a remark. */
const longestValue = 10_000;
/** In the specified file, the column of the phone number may also be a counter. */
const fewestDigitsOfOwn = 6;
const fewestDigits = 4;

export type RowContext = {
  /** Line or row number of a row. */
  lines: (row: number) => number;
  /** Country of the workspace's phone numbers. */
  country: CountryCode | null;
  isSheet: boolean;
  remark: (code: RemarkCode, row: number) => void;
};

const idFields = ['adId', 'adsetId', 'campaignId', 'formId'] as const;
const textFields = ['status', 'country', 'platform', 'adName', 'adsetName', 'campaignName', 'formName'] as const;

const testAddresses = new Set(['test@meta.com', 'test@fb.com']);
const testMark = /^(?:p:)?<test lead:/i;

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

/** Finds each country once: a file has few. Null for a text that is no known country. */
const rememberCountries = () => {
  const known = new Map<string, CountryCode | null>();
  return (text: string): CountryCode | null => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const country = readCountry(text);
    known.set(text, country);
    return country;
  };
};

/** Reads the rows of one table by its plan. Null for a row that is no lead, and for a blank one. */
const rowReader = (plan: ColumnPlan, context: RowContext, findCountry: (text: string) => CountryCode | null) => {
  const { sources, questions, dateOrder } = plan;
  const answerColumns = plan.columns.flatMap(({ becomes }, index) => (becomes === 'answer' ? [index] : []));
  const width = plan.columns.length;
  const { headerWidth } = plan;

  return (
    cells: string[],
    row: number,
  ): ReadLead | { reason: NonNullable<ReturnType<typeof leftOutReason>> } | null => {
    const { remark } = context;
    let isBlank = true;
    let isTest = false;
    for (let index = 0; index < cells.length; index += 1) {
      const text = cleanCell(cells[index] ?? '');
      cells[index] = text;
      if (text === '') continue;
      isBlank = false;
      if (text.length > longestValue) remark('longValue', row);
      const code = text.charCodeAt(0);
      // `<` and `p`
      if ((code === 0x3c || code === 0x70) && testMark.test(text)) isTest = true;
    }
    if (isBlank) return null;

    const lead = noLead(row);
    const { answers } = lead;
    /** Columns whose value has become a field of this row. */
    let used: number[] | null = null;

    /** The first filled cell of a field, without errors. */
    const textOf = (field: LeadField): string | null => {
      const columns = sources[field];
      if (columns === undefined) return null;
      for (const column of columns) {
        const text = cells[column] ?? '';
        if (text === '') continue;
        if (isErrorCell(text)) {
          remark('errorCells', row);
          continue;
        }
        if (column !== columns[0]) (used ??= []).push(column);
        return text;
      }
      return null;
    };
    const keep = (column: number, text: string): void => {
      answers[questions[column] ?? ''] = text;
    };

    for (const column of sources.email ?? []) {
      const text = cells[column] ?? '';
      if (text === '') continue;
      if (isErrorCell(text)) remark('errorCells', row);
      else if (lead.email === null) {
        lead.email = readEmail(text);
        if (lead.email === null && column === sources.email?.[0] && !isPlaceholder(text)) keep(column, text);
        if (lead.email !== null && column !== sources.email?.[0]) (used ??= []).push(column);
      }
    }
    const countryText = textOf('country');
    for (const column of sources.phone ?? []) {
      const text = cells[column] ?? '';
      if (text === '' || lead.phone !== null) continue;
      if (isErrorCell(text)) {
        remark('errorCells', row);
        continue;
      }
      const number = bareNumber(text);
      const digits = number.replace(/\P{Nd}/gu, '').length;
      if (number === '' || isPlaceholder(number) || testMark.test(number)) continue;
      if (digits < (plan.isOwn ? fewestDigitsOfOwn : fewestDigits)) {
        if (column === sources.phone?.[0]) keep(column, text);
        continue;
      }
      lead.phone = number;
      if (isRoundedNumber(number)) {
        remark('damagedPhones', row);
        continue;
      }
      const isGiven = countryText !== null && !isPlaceholder(countryText);
      lead.phoneE164 = phoneToE164(number, isGiven ? findCountry(countryText) : context.country);
    }

    const [idColumn] = sources.id ?? [];
    if (idColumn !== undefined) {
      const text = (sources.id ?? []).map((column) => cells[column] ?? '').find((cell) => cell !== '') ?? '';
      lead.id = text === '' ? null : readId(text);
      if (
        text !== '' &&
        lead.id === null &&
        !(lead.email === null && lead.phone === null && cells.every((cell) => cell === '' || isErrorCell(cell)))
      )
        remark('idsNobody', row);
    }

    if (lead.email === null && lead.phone === null) {
      const reason = leftOutReason(cells, plan, lead.id !== null);
      if (reason !== null) return { reason };
    }

    lead.name = textOf('name');
    if (sources.firstName !== undefined) lead.firstName = textOf('firstName');
    if (sources.lastName !== undefined) lead.lastName = textOf('lastName');
    if (lead.name === null && (lead.firstName ?? lead.lastName ?? null) !== null)
      lead.name = [lead.firstName, lead.lastName].filter((part) => typeof part === 'string').join(' ');
    lead.country = countryText;
    for (const field of textFields) if (field !== 'country') lead[field] = textOf(field);
    for (const field of idFields) {
      const text = textOf(field);
      lead[field] = text === null ? null : readId(text);
    }

    const time = textOf('createdTime');
    if (time !== null) {
      let at = readTime(time, dateOrder);
      if (at === null) {
        at = readDayNumber(time);
        if (at !== null) remark('dateNumbers', row);
      }
      if (at !== null) lead.createdTime = new Date(at).toISOString();
      else if (!isPlaceholder(time)) {
        remark('unclearDates', row);
        keep(sources.createdTime?.[0] ?? 0, time);
      }
    }
    const organic = textOf('isOrganic');
    if (organic !== null) {
      lead.isOrganic = readFlag(organic);
      if (lead.isOrganic === null && !isPlaceholder(organic)) keep(sources.isOrganic?.[0] ?? 0, organic);
    }
    lead.isTest =
      isTest ||
      (lead.email !== null && testAddresses.has(lead.email.toLowerCase())) ||
      readFlag(textOf('isTest') ?? '') === true;
    if (lead.isTest) remark('testLeads', row);

    for (const column of answerColumns) {
      const text = cells[column] ?? '';
      if (text === '') continue;
      const question = questions[column] ?? '';
      if (isErrorCell(text)) remark('errorCells', row);
      else if (!Object.hasOwn(answers, question) && !(used?.includes(column) && isSameHeader(plan, column)))
        answers[question] = text;
    }
    if (!plan.isOwn)
      for (let column = headerWidth; column < cells.length; column += 1) {
        const text = cells[column] ?? '';
        if (text === '') continue;
        remark('unevenRows', row);
        if (column >= width) answers[unnamedColumn(column)] = text;
      }
    if (!context.isSheet && cells.length < headerWidth) remark('unevenRows', row);
    return lead;
  };
};

/** Whether another column with the same header is a field. */
const isSameHeader = ({ columns }: ColumnPlan, column: number): boolean =>
  columns.some(
    ({ header, becomes }, index) => index !== column && becomes !== 'answer' && header === columns[column]?.header,
  );

const planOf = (header: readonly string[] | null, rows: readonly string[][]): ColumnPlan =>
  header !== null && isOwnHeader(header) ? planOwn(rows) : planColumns(header, rows);

/**
 * Reads the rows below a header. A different header begins a second table with its own columns.
 * @param start the first row below the header
 */
export const readRows = (rows: readonly string[][], start: number, firstPlan: ColumnPlan, context: RowContext) => {
  const leads: ReadLead[] = [];
  const leftOut: LeftOutRow[] = [];
  const findCountry = rememberCountries();
  let plan = firstPlan;
  let read = rowReader(plan, context, findCountry);
  for (let index = start; index < rows.length; index += 1) {
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
    plan = planOf(cells, rows.slice(index + 1));
    read = rowReader(plan, context, findCountry);
  }
  return { leads, leftOut };
};

export { planOf };
