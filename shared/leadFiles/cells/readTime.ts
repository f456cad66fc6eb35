import { monthOf } from './monthNames.ts';

/** Order of day and month in `10/11/2026`; null where it is unknown. */
export type DateOrder = 'dayFirst' | 'monthFirst' | null;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const earliest = Date.UTC(1990, 0, 1);
const latest = Date.UTC(2100, 0, 1);

type Clock = { hour: number; minute: number; second: number; ms: number };
const midnight: Clock = { hour: 0, minute: 0, second: 0, ms: 0 };

const toMs = (year: number, month: number, day: number, { hour, minute, second, ms }: Clock, offset: number) => {
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 60) return null;
  const local = Date.UTC(year, month - 1, day, hour, minute, second, ms);
  // The 31st of a month of 30 days.
  if (day > 28 && hour < 24 && new Date(local).getUTCDate() !== day) return null;
  const at = local - offset * minuteMs;
  return at >= earliest && at < latest ? at : null;
};

const msOf = (fraction: string | undefined): number =>
  fraction === undefined ? 0 : Number(fraction.padEnd(3, '0').slice(0, 3));

const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

const offsetOf = (zone: string | undefined): number => {
  if (zone === undefined || zone.length === 1) return 0;
  // `+05:30`, by far the most frequent one.
  if (zone.length === 6)
    return (zone.startsWith('-') ? -1 : 1) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4)));
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
};

/** A number of two digits; NaN for anything else. */
const twoDigits = (text: string, at: number): number => {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
};

/** Whether a text begins with a year and a hyphen. */
const isYear = (text: string): boolean =>
  text.charCodeAt(4) === 0x2d && !Number.isNaN(twoDigits(text, 0) + twoDigits(text, 2));

/** `2026-10-14T08:05:00+02:00`, which most files have, without the garbage of an expression. Null for any other text. */
const readFullIso = (text: string): number | null => {
  if (text.length !== 25 || text[4] !== '-' || text[7] !== '-' || text[10] !== 'T') return null;
  if (text[13] !== ':' || text[16] !== ':' || text[22] !== ':') return null;
  const sign = text[19] === '+' ? 1 : text[19] === '-' ? -1 : Number.NaN;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const clock = { hour: twoDigits(text, 11), minute: twoDigits(text, 14), second: twoDigits(text, 17), ms: 0 };
  const offset = sign * (twoDigits(text, 20) * 60 + twoDigits(text, 23));
  return toMs(year, twoDigits(text, 5), twoDigits(text, 8), clock, offset);
};

const readIso = (text: string): number | null => {
  const full = readFullIso(text);
  if (full !== null) return full;
  const found = iso.exec(text);
  if (!found) return null;
  const [, year, month, day, hour = 0, minute = 0, second = 0, fraction, zone] = found;
  const clock = { hour: Number(hour), minute: Number(minute), second: Number(second), ms: msOf(fraction) };
  return toMs(Number(year), Number(month), Number(day), clock, offsetOf(zone));
};

/** Minutes of zones whose abbreviation has one meaning. */
const zones: Readonly<Record<string, number>> = {
  utc: 0,
  gmt: 0,
  z: 0,
  wet: 0,
  cet: 60,
  cest: 120,
  mez: 60,
  mesz: 120,
  eet: 120,
  eest: 180,
  msk: 180,
  jst: 540,
  kst: 540,
  est: -300,
  edt: -240,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
};

const zoneAtEnd = /[\s\d]\(?((?:UTC|GMT)?\s?[+-]\d{1,2}(?::?\d{2})?|[A-Z]{1,4})\)?(?:\s?\([^)]*\))?$/;
const clockIn =
  /(?:^|[\sT,])(?:(上午|午前|오전|sáng)\s?|(下午|午後|오후|chiều)\s?)?(\d{1,2})[:h](\d{2})(?::(\d{2})(?:[.,](\d{1,6}))?)?(?!\d)/u;
const hourWithPoints = /(?<=^\d{1,2}\.\d{1,2}\.\d{4},?\s(?:klo\s)?)(\d{1,2})\.(\d{2})(?:\.(\d{2}))?$/;
const afternoon = /(?<![\p{L}])(?:p\.?\s?m\.?|μ\.?μ\.?|م|nachm\.)(?![\p{L}])/iu;
const morning = /(?<![\p{L}])(?:a\.?\s?m\.?|π\.?μ\.?|ص|vorm\.)(?![\p{L}])/iu;

const digitsToLatin = (text: string): string =>
  text.replace(/[٠-٩۰-۹०-९๐-๙０-９]/g, (digit) =>
    String(((digit.charCodeAt(0) & 0xf) % 16) - (/[०-९]/.test(digit) ? 6 : 0)),
  );

const fullYear = (year: string): number => (year.length === 2 ? 2000 + Number(year) : Number(year));

type Day = { year: number; month: number; day: number };

const dayFrom = (first: string, second: string, year: string, order: DateOrder): Day | null => {
  if (order === null) return null;
  const [day, month] = order === 'dayFirst' ? [first, second] : [second, first];
  return { year: fullYear(year), month: Number(month), day: Number(day) };
};

/** A day with the name of its month: `14 Oct 2026`, `October 14, 2026`, `14 de octubre de 2026`. */
const readNamedDay = (text: string): Day | null => {
  const month = Array.from(text.matchAll(/\p{L}[\p{L}\p{M}]+/gu), ([word]) => monthOf(word)).find(
    (each) => each !== null,
  );
  const numbers = text.match(/\d+/g) ?? [];
  if (month === undefined || month === null || numbers.length !== 2) return null;
  const [first = '', second = ''] = numbers;
  const [day, year] = first.length === 4 ? [second, first] : [first, second];
  return day.length <= 2 && (year.length === 4 || year.length === 2)
    ? { year: fullYear(year), month, day: Number(day) }
    : null;
};

const yearFirst = /^(\d{4})\s?[-/.年년]\s?(\d{1,2})\s?[-/.月월]\s?(\d{1,2})\s?[日일.]?$/u;
const withPoints = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})\.?(?:\s?г\.?)?$/u;
const numeric = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})$/;

const readDay = (text: string, order: DateOrder): Day | null => {
  const [, year, month, day] = yearFirst.exec(text) ?? [];
  if (year !== undefined) return { year: Number(year), month: Number(month), day: Number(day) };
  const [, pointDay, pointMonth, pointYear = ''] = withPoints.exec(text) ?? [];
  if (pointDay !== undefined) return { year: fullYear(pointYear), month: Number(pointMonth), day: Number(pointDay) };
  const [, first, , second = '', last = ''] = numeric.exec(text) ?? [];
  if (first !== undefined) return dayFrom(first, second, last, order);
  return readNamedDay(text);
};

const compact = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** A number of seconds, milliseconds or days, or a day without separators. */
const readNumber = (text: string): number | null => {
  const [, year, month, day, hour = 0, minute = 0, second = 0, zone] = compact.exec(text) ?? [];
  if (year !== undefined && (text.length === 8 || /T/i.test(text) || text.length === 14)) {
    const clock = { hour: Number(hour), minute: Number(minute), second: Number(second), ms: 0 };
    const at = toMs(Number(year), Number(month), Number(day), clock, offsetOf(zone));
    if (at !== null) return at;
  }
  if (!/^\d+(?:\.\d+)?$/.test(text)) return null;
  const whole = text.replace(/\.\d+$/, '');
  const unit = { 10: 1000, 13: 1, 16: 0.001 }[whole.length];
  const at = unit === undefined ? null : Number(text) * unit;
  return at !== null && at >= earliest && at < latest ? at : null;
};

const clockOf = (found: RegExpExecArray | null, text: string): Clock => {
  if (!found) return midnight;
  const [, before, after, hour = 0, minute = 0, second = 0, fraction] = found;
  const isAfternoon = after !== undefined || afternoon.test(text);
  const isMorning = before !== undefined || morning.test(text);
  const hours = isAfternoon || isMorning ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour);
  return {
    hour: hours,
    minute: Number(minute),
    second: Number(second),
    ms: msOf(fraction),
  };
};

/** Removes the zone at the end of a text with a clock. A zone without a known meaning leaves the time unknown. */
const splitZone = (text: string): { rest: string; offset: number | null } => {
  const found = zoneAtEnd.exec(text);
  const zone = found?.[1]?.toLowerCase().replace(/\s/g, '');
  if (!found || zone === undefined || zone === 'am' || zone === 'pm' || zone === 'm') return { rest: text, offset: 0 };
  const rest = text.slice(0, found.index + 1).trim();
  if (/[+-]/.test(zone)) return { rest, offset: offsetOf(zone.replace(/^(?:utc|gmt)/, '')) };
  return { rest, offset: zones[zone] ?? null };
};

/**
 * Reads a time as programs and people write it, as milliseconds since 1970. A time without a zone is UTC, a day alone
 * its midnight. Null for other texts, and for days like `14/10/2026` of a column whose order is unknown.
 */
export const readTime = (text: string, order: DateOrder): number | null => {
  const plain = readIso(text);
  if (plain !== null || text.length < 6 || text.length > 60) return plain;
  // Some programs print the backslashes of their date format: `20261014\T060513\Z`.
  const given = digitsToLatin(text.replace(/[\u200e\u200f\u202f\u00a0]/g, ' ').replaceAll('\\', '')).trim();
  const number = readNumber(given);
  if (number !== null) return number;
  const hasClock = /\d[:h]\d{2}/.test(given);
  const { rest, offset } = hasClock ? splitZone(given) : { rest: given, offset: 0 };
  if (offset === null) return null;
  const again = rest === given ? null : readIso(rest);
  if (again !== null) return again - offset * minuteMs;
  const pointed = hasClock ? null : hourWithPoints.exec(rest);
  const found = hasClock ? clockIn.exec(rest) : null;
  const day = (
    pointed
      ? rest.slice(0, pointed.index)
      : found
        ? `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`
        : rest
  )
    .replace(afternoon, ' ')
    .replace(morning, ' ')
    .replace(/\s(?:um|at|à|alle|kl\.?|klo|uhr|в|о|ore)(?=\s|$)/giu, ' ')
    .replace(/[\s,]+/g, ' ')
    .trim();
  const clock = pointed
    ? { hour: Number(pointed[1]), minute: Number(pointed[2]), second: Number(pointed[3] ?? 0), ms: 0 }
    : clockOf(found, rest);
  const read =
    readDay(day, order) ??
    readDay(day.replace(/\s?(?:uhr|Uhr|г\.?|г\. в)$/u, '').replace(/^\p{L}[\p{L}\p{M}.]*,?\s(?=\d)/u, ''), order);
  return read === null ? null : toMs(read.year, read.month, read.day, clock, offset);
};

/** A day as spreadsheet programs store it: the days since 1900. */
export const readDayNumber = (text: string): number | null => {
  if (!/^\d{5}(?:[.,]\d+)?$/.test(text)) return null;
  const days = Number(text.replace(',', '.'));
  return days >= 30_000 && days <= 60_000 ? Math.round((days - 25_569) * dayMs) : null;
};

/** Collects what the values of a column say about its order of day and month. */
export const collectDateOrder = () => {
  let isDayFirst = false;
  let isMonthFirst = false;
  return {
    add: (text: string): void => {
      // A year in front needs no order.
      if (isYear(text) || text.length > 40 || !(text.includes('/') || /^\s*\p{Nd}{1,2}-/u.test(text))) return;
      const [, first, , second, year] =
        /(?<![\d/.-])(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/.exec(digitsToLatin(text)) ?? [];
      if (year === undefined) return;
      if (Number(first) > 12 && Number(first) <= 31) isDayFirst = true;
      if (Number(second) > 12 && Number(second) <= 31) isMonthFirst = true;
    },
    /** Null if no value decides, or if two contradict each other. */
    order: (): DateOrder => {
      if (isDayFirst === isMonthFirst) return null;
      return isDayFirst ? 'dayFirst' : 'monthFirst';
    },
  };
};
