import { customLeadColumns } from '#shared/customLeadColumns.ts';
import type { ReadColumn } from '../LeadReading.ts';
import { cleanCell } from '../cells/cellText.ts';
import { readFlag } from '../cells/readFlag.ts';
import { collectDateOrder } from '../cells/readTime.ts';
import type { DateOrder } from '../cells/readTime.ts';
import { findMeanings, namesOf } from '../headers/findMeanings.ts';
import { ownFields } from '../headers/leadFields.ts';
import type { LeadField } from '../headers/leadFields.ts';
import { foldAccents, normalizeHeader } from '../headers/normalizeHeader.ts';
import {
  distinctShare,
  isAddress,
  isNumber,
  isPersonName,
  isPhoneByItself,
  isTime,
  sampleColumns,
  share,
} from './columnValues.ts';
import type { ColumnValues } from './columnValues.ts';
import { isPipelineWord, isPlace } from './places.ts';

/** How the rows of a table become leads. */
export type ColumnPlan = {
  columns: ReadColumn[];
  /** The columns of a field, the one to read first in front. */
  sources: Partial<Record<LeadField, number[]>>;
  /** Names of the answers, by column. */
  questions: string[];
  /** Columns that the header names. */
  headerWidth: number;
  dateOrder: DateOrder;
  /** Values beyond the last column are dropped: the file has exactly the specified header. */
  isOwn: boolean;
  hasSameHeader: boolean;
};

/** What a person wants columns to become, by the names of `columnNames`. */
export type ColumnChoices = Readonly<Record<string, ReadColumn['becomes']>>;
/** Returns the choices for a table with these columns. */
export type ChoicesOf = (columns: readonly string[]) => ColumnChoices;

type Candidate = { index: number; field: LeadField; rank: number; isPartName: boolean };

const ownHeader = customLeadColumns.map(({ header }) => header);

export const isOwnHeader = (header: readonly string[]): boolean =>
  header.length >= ownHeader.length && header.every((text, index) => cleanCell(text) === (ownHeader[index] ?? ''));

export const unnamedColumn = (index: number): string => `Column ${index + 1}`;

/** A name for each column of a table. */
export const columnNames = (columns: readonly { header: string }[]): string[] =>
  columns.map(({ header }, index) => (header === '' ? unnamedColumn(index) : header));

const isField = (becomes: ReadColumn['becomes'] | undefined): becomes is LeadField =>
  becomes !== undefined && becomes !== 'answer' && becomes !== 'nothing';

/** The choice of each column; undefined where nobody has chosen. */
const findChoices = (
  columns: readonly { header: string }[],
  choicesOf: ChoicesOf | undefined,
): (ReadColumn['becomes'] | undefined)[] => {
  if (choicesOf === undefined) return [];
  const names = columnNames(columns);
  const choices = choicesOf(names);
  return names.map((name) => (Object.hasOwn(choices, name) ? choices[name] : undefined));
};

/** A name that is safe as a key. */
const questionOf = (header: string, index: number): string => {
  const text = header === '' ? unnamedColumn(index) : header;
  return text === '__proto__' ? '(__proto__)' : text;
};

/** The order of day and month in the column of times. Reads all rows: one value may decide. */
const findDateOrder = (rows: readonly (readonly string[])[], column: number | undefined): DateOrder => {
  const collected = collectDateOrder();
  if (column === undefined) return null;
  for (const cells of rows) collected.add(cells[column] ?? '');
  return collected.order();
};

/** The plan of a table in the order of the specified columns, with or without its header. */
export const planOwn = (rows: readonly (readonly string[])[], choicesOf?: ChoicesOf): ColumnPlan => {
  const sources: ColumnPlan['sources'] = {};
  const samples = sampleColumns(rows, ownHeader.length);
  const hasPhones = share(samples[0]?.values ?? [], (text) => text.replace(/\D/g, '').length >= 6) > 0;
  const chosen = findChoices(customLeadColumns, choicesOf);
  const columns = customLeadColumns.map(({ key, header }, index): ReadColumn => {
    const field = key === 'Number' && !hasPhones ? undefined : ownFields[key];
    const becomes = chosen[index] ?? (field !== undefined && chosen.includes(field) ? 'answer' : (field ?? 'answer'));
    if (isField(becomes)) (sources[becomes] ??= []).push(index);
    return { header, becomes: samples[index]?.isEmpty ? 'nothing' : becomes };
  });
  return {
    columns,
    sources,
    questions: [...ownHeader],
    headerWidth: ownHeader.length,
    dateOrder: findDateOrder(rows, sources.createdTime?.[0]),
    isOwn: true,
    hasSameHeader: false,
  };
};

/** Whether the values of a column can be what its header says. Empty columns can. */
const canBe = (field: LeadField, { values }: ColumnValues): boolean => {
  if (values.length === 0) return true;
  switch (field) {
    case 'email':
      return share(values, (text) => text.includes('@') || text.includes('＠')) > 0;
    case 'phone':
      return share(values, (text) => text.replace(/\P{Nd}/gu, '').length >= 5) >= 0.3 && share(values, isAddress) < 0.5;
    case 'createdTime':
      return share(values, (text) => isTime(text) || /\d[./-]\d/.test(text)) >= 0.5;
    case 'isOrganic':
    case 'isTest':
      return share(values, (text) => readFlag(text) !== null) > 0;
    case 'name':
    case 'firstName':
    case 'lastName':
      return share(values, isAddress) < 0.5 && share(values, isNumber) < 0.5;
    default:
      return true;
  }
};

/** `1, 2, 3 …` below `#`: a counter of rows, which another file has too. */
const isCounter = (values: readonly string[]): boolean =>
  values.every(
    (text, index) => /^\d{1,6}$/.test(text) && (index === 0 || Number(text) === Number(values[index - 1]) + 1),
  );

/** Headers that say whose or what kind of address or number it is, or something about it. */
const aboutContact =
  /\b(?:owner|user|agent|assigned|sales|rep|opt|status|verified|valid|type|model|fax|preferred|consent|company|campaign|form|ad|adset|emailed|rating|bounced?|subscribed|id)\b/;

let phoneWords: RegExp | null = null;
/** Headers that contain the word for a phone in any language. */
const namesPhone = (header: string): boolean => {
  phoneWords ??= new RegExp(
    [
      ...namesOf('phone').filter((name) => name.length > 3 || /[^a-z0-9 ]/.test(name)),
      'phone',
      'tel\\b',
      'telef',
      'gsm',
      'mobil',
      'handy',
      'whats ?app',
    ]
      .map((word) => word.replace(/[№º&#]/g, ''))
      .filter((word) => word !== '')
      .join('|'),
    'u',
  );
  return phoneWords.test(header);
};

const laterOrOther =
  /\b(?:birth\w*|born|geburt\w*|naissance|nacimiento|nascita|last|letzte\w*|updated?|modified|changed|seen|contacted|move|moving|start|end|due|expir\w*|closed?|birthday|wann|when|quand|cuando)\b/;

/** Finds fields without a known header by their values. */
const findByValues = (
  field: 'email' | 'phone' | 'name' | 'createdTime',
  headers: readonly string[],
  samples: readonly ColumnValues[],
  free: readonly number[],
  hasHeader: boolean,
): number | undefined => {
  const valuesOf = (index: number): string[] => samples[index]?.values ?? [];
  const headerOf = (index: number): string => foldAccents(normalizeHeader(headers[index] ?? ''));
  const best = (list: readonly number[], score: (index: number) => number): number | undefined =>
    list.filter((index) => score(index) > 0).toSorted((a, b) => score(b) - score(a) || a - b)[0];
  switch (field) {
    case 'email':
      return best(free, (index) => {
        const values = valuesOf(index);
        if (aboutContact.test(headerOf(index)) || share(values, isAddress) < 0.6) return 0;
        // One address in all rows belongs to the seller.
        return values.length > 2 && new Set(values).size === 1 ? 0 : distinctShare(values) + share(values, isAddress);
      });
    case 'phone':
      return best(free, (index) => {
        const values = valuesOf(index);
        const header = headerOf(index);
        if (aboutContact.test(header) || share(values, isNumber) < 0.6) return 0;
        if (namesPhone(header)) return 3;
        return share(values, isPhoneByItself) > 0.6 ? 1 + distinctShare(values) : 0;
      });
    case 'name':
      return best(free, (index) => {
        const values = valuesOf(index);
        if (
          share(values, isPersonName) < 0.7 ||
          distinctShare(values) < 0.8 ||
          /\b(?:company|firma|project|file|pet|product|owner|seller|manager)\b/.test(headerOf(index))
        )
          return 0;
        return /\b(?:nam[ea]?|nom\w*|naam|navn|imie)\b/.test(headerOf(index)) ? 3 : 1;
      });
    case 'createdTime':
      return best(free, (index) => {
        const values = valuesOf(index);
        const withClock = share(values, (text) => isTime(text) && /\d[:h]\d{2}|T\d/.test(text));
        if (laterOrOther.test(headerOf(index))) return 0;
        return withClock >= 0.9 || (!hasHeader && share(values, (text) => isTime(text) && /\D/.test(text)) >= 0.9)
          ? 1 + withClock
          : 0;
      });
    default:
      return field satisfies never;
  }
};

/** Without empty cells at the end. */
const filledWidth = (cells: readonly string[]): number => cells.findLastIndex((cell) => cleanCell(cell) !== '') + 1;

/** Whether most names of one column contain the name beside them: `Example Ada` beside `Ada`. */
const containsPart = (rows: readonly (readonly string[])[], whole: number, part: number): boolean => {
  const pairs = rows
    .slice(0, 300)
    .map((cells) => [cleanCell(cells[whole] ?? '').toLowerCase(), cleanCell(cells[part] ?? '').toLowerCase()] as const)
    .filter(([name, given]) => name !== '' && given !== '');
  return pairs.filter(([name, given]) => name !== given && name.includes(given)).length * 2 > pairs.length;
};

/** Names of the parts and the whole depend on which of them have a column. */
const settleNames = (candidates: Candidate[], rows: readonly (readonly string[])[]): void => {
  const find = (field: LeadField) => candidates.find((each) => each.field === field);
  const [name, first, last] = [find('name'), find('firstName'), find('lastName')];
  if (name && first && !last && !containsPart(rows, name.index, first.index)) name.field = 'lastName';
  else if (name && last && !first && !containsPart(rows, name.index, last.index)) name.field = 'firstName';
  else if (!name && first?.isPartName && !last) first.field = 'name';
  else if (!name && last?.isPartName && !first) last.field = 'name';
};

/** The fields that take the first filled one of several columns. A lead with any address or number can be reached. */
const takesOthers: ReadonlySet<LeadField> = new Set(['email', 'phone']);

/**
 * The plan of a table that is read by its header, or by its values where no header is known.
 * @param header null for a table without one
 */
export const planColumns = (
  header: readonly string[] | null,
  rows: readonly (readonly string[])[],
  choicesOf?: ChoicesOf,
): ColumnPlan => {
  const width = rows
    .slice(0, 1000)
    .reduce((most, cells) => Math.max(most, filledWidth(cells)), filledWidth(header ?? []));
  const headers = Array.from({ length: width }, (_, index) => cleanCell(header?.[index] ?? ''));
  const normalized = headers.map(normalizeHeader);
  const samples = sampleColumns(rows, width);
  const valuesOf = (index: number): string[] => samples[index]?.values ?? [];
  const chosen = findChoices(
    headers.map((text) => ({ header: text })),
    choicesOf,
  );

  const candidates: Candidate[] = [];
  for (const [index, meaning] of findMeanings(headers).entries()) {
    const sample = samples[index];
    const name = normalized[index] ?? '';
    if (sample === undefined || chosen[index] !== undefined) continue;
    const isRegion = name === 'estado' && share(sample.values, isPlace) > 0;
    const isStatus = name === 'state' && share(sample.values, isPipelineWord) >= 0.5;
    if (isStatus) candidates.push({ index, field: 'status', rank: 50, isPartName: false });
    if (name === 'number' && share(sample.values, isNumber) >= 0.6)
      candidates.push({ index, field: 'phone', rank: 90, isPartName: false });
    if (meaning === null || isRegion || !canBe(meaning.field, sample)) continue;
    if (name === '#' && isCounter(sample.values)) continue;
    candidates.push({ index, ...meaning });
  }
  // Filled columns before empty ones, then the most telling name.
  candidates.sort(
    (a, b) =>
      Number(samples[a.index]?.isEmpty) - Number(samples[b.index]?.isEmpty) || a.rank - b.rank || a.index - b.index,
  );
  settleNames(candidates, rows);

  const sources: ColumnPlan['sources'] = {};
  const becomes: ReadColumn['becomes'][] = samples.map(({ isEmpty }) => (isEmpty ? 'nothing' : 'answer'));
  const take = (field: LeadField, index: number): void => {
    sources[field] = [index];
    if (becomes[index] !== 'nothing') becomes[index] = field;
  };
  for (const [index, choice] of chosen.entries())
    if (isField(choice)) {
      if (sources[choice] === undefined) take(choice, index);
      else sources[choice].push(index);
    } else if (choice === 'nothing') becomes[index] = 'nothing';
  for (const { field, index } of candidates) {
    if (chosen.includes(field)) continue;
    const taken = sources[field];
    if (taken === undefined) take(field, index);
    else if (normalized[taken[0] ?? -1] === normalized[index] || takesOthers.has(field)) taken.push(index);
  }
  const free = (): number[] =>
    headers
      .map((_, index) => index)
      .filter(
        (index) =>
          becomes[index] === 'answer' &&
          chosen[index] === undefined &&
          !candidates.some((each) => each.index === index && each.field !== 'status'),
      );
  const find = (field: 'email' | 'phone' | 'name' | 'createdTime'): void => {
    if (sources[field] !== undefined) return;
    const found = findByValues(field, headers, samples, free(), header !== null);
    if (found !== undefined) take(field, found);
  };
  find('email');
  find('phone');
  if (sources.firstName === undefined && sources.lastName === undefined) find('name');
  find('createdTime');
  if (header === null) {
    const id = free().find((index) => {
      const values = valuesOf(index);
      return share(values, (text) => /^[a-z]{0,2}:?\d{8,}$/.test(text)) === 1 && new Set(values).size === values.length;
    });
    if (id !== undefined) take('id', id);
  }

  const seen = new Map<string, number>();
  const questions = headers.map((text, index) => {
    const question = questionOf(text, index);
    const count = (seen.get(question) ?? 0) + 1;
    seen.set(question, count);
    const isAnswerBefore = headers.slice(0, index).some((other, at) => other === text && becomes[at] === 'answer');
    return count > 1 && isAnswerBefore ? `${question} (${count})` : question;
  });
  return {
    columns: headers.map((text, index) => ({ header: text, becomes: becomes[index] ?? 'nothing' })),
    sources,
    questions,
    headerWidth: header === null ? width : filledWidth(header),
    dateOrder: findDateOrder(rows, sources.createdTime?.[0]),
    isOwn: false,
    hasSameHeader: normalized.some((text, index) => text !== '' && normalized.indexOf(text) !== index),
  };
};
