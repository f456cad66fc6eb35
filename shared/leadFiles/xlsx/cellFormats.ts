import { attributeOf, elementsOf } from './xml.ts';

/** How a number is shown: as a time, with zeros in front to this width, or as it is. */
export type CellFormat = { isTime: boolean; digits: number };

const plain: CellFormat = { isTime: false, digits: 0 };
const time: CellFormat = { isTime: true, digits: 0 };

/** Built-in formats of dates and times, also those of East Asian languages. */
const isBuiltInTime = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

const formatOf = (code: string): CellFormat => {
  const [positive = ''] = code.split(';');
  // Texts in quotes, colors, languages, and escaped signs say nothing about the number.
  const bare = positive.replace(/"[^"]*"|\[(?!h+\]|m+\]|s+\])[^\]]*\]|\\.|_.|\*./gi, '');
  if (/general/i.test(bare)) return plain;
  if (/[dmyhs]/i.test(bare)) return time;
  return /^0{2,}$/.test(bare) ? { isTime: false, digits: bare.length } : plain;
};

/** The formats that cells name by number. */
export const readFormats = (styles: string): CellFormat[] => {
  const codes = new Map<string, CellFormat>();
  for (const { tag } of elementsOf(styles, 'numFmt')) {
    const id = attributeOf(tag, 'numFmtId');
    if (id !== null) codes.set(id, formatOf(attributeOf(tag, 'formatCode') ?? ''));
  }
  const [cellFormats] = elementsOf(styles, 'cellXfs');
  return Array.from(elementsOf(cellFormats?.content ?? '', 'xf'), ({ tag }) => {
    const id = attributeOf(tag, 'numFmtId') ?? '0';
    return codes.get(id) ?? (isBuiltInTime(Number(id)) ? time : plain);
  });
};

const dayMs = 24 * 60 * 60 * 1000;
/** Day 0 of the two calendars of Excel. */
const firstDay = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };

/** A number of days as ISO, without a clock for whole days and without a day for times alone. */
const toIso = (days: number, calendar: 1900 | 1904): string | null => {
  const at = firstDay[calendar] + Math.round((days * dayMs) / 1000) * 1000;
  if (days < 0 || at > Date.UTC(9999, 11, 31)) return null;
  const [day = '', clock = ''] = new Date(at).toISOString().replace('.000Z', '').split('T');
  if (days < 1) return clock;
  return clock === '00:00:00' ? day : `${day}T${clock}`;
};

/** Excel keeps 15 digits. */
const keptDigits = 15;

/** Digits without an exponent: `4.91712E+11` is `491712000000`. */
const toDigits = (value: number): string => {
  if (Number.isInteger(value)) return BigInt(value).toString();
  const rounded = Number(value.toPrecision(keptDigits));
  return Number.isInteger(rounded) || Math.abs(rounded) >= 1e-6
    ? String(rounded)
    : rounded.toFixed(20).replace(/\.?0+$/, '');
};

/** The text of a number in a cell. */
export const numberText = (text: string, format: CellFormat | undefined, calendar: 1900 | 1904): string => {
  const { isTime, digits } = format ?? plain;
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) return text;
  if (isTime) return toIso(value, calendar) ?? toDigits(value);
  return toDigits(value).padStart(digits, '0');
};
