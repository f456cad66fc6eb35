import { gluedNumber, readRoman, readWordNumber, scaleAfterDigits, vagueWord, wordNumber } from './numberWords.ts';

/** `unit`: `%`, the sign of a currency or its code; null where the text names none. */
type StatedNumber = { value: number; unit: string | null; isOrdinal?: true };
/** `year` is null where the text names none. */
type StatedDate = { year: number | null; month: number; day: number };

/** Every number that a text states. */
export type Stated = {
  numbers: StatedNumber[];
  dates: StatedDate[];
  /** Months and days of the week without a number. */
  calendar: string[];
  /** Words like `doubled`. */
  vague: string[];
  /** What looks like a number and is none: `1.2.34`, `12k`, `five six`. */
  unreadable: string[];
};

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)';
const dayNumber = '(\\d{1,2})(?:st|nd|rd|th)?(?![\\d.,]*\\d)';
const year = '(?:,? (\\d{4})(?!\\d))?';
const monthOf = (name: string | undefined): number => months.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1;

type DateForm = { pattern: RegExp; read: (parts: readonly (string | undefined)[]) => StatedDate };

const toDate = (years: string | undefined, month: number, day: string | undefined): StatedDate => {
  const value = years === undefined ? null : Number(years);
  return { year: value !== null && value < 100 ? 2000 + value : value, month, day: Number(day) };
};

const dateForms: readonly DateForm[] = [
  {
    pattern: /(?<![\d.,-])(\d{4})-(\d{1,2})-(\d{1,2})(?![\d-])/g,
    read: ([years, month, day]) => toDate(years, Number(month), day),
  },
  {
    pattern: /(?<![\d.,/])(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?![\d/])/g,
    read: ([month, day, years]) => toDate(years, Number(month), day),
  },
  {
    pattern: /(?<![\d.,])(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?!\d|[.,]\d)/g,
    read: ([day, month, years]) => toDate(years, Number(month), day),
  },
  {
    pattern: new RegExp(`(?<![\\w.,])${dayNumber}(?: of)? (${monthName})\\b\\.?${year}`, 'g'),
    read: ([day, month, years]) => toDate(years, monthOf(month), day),
  },
  {
    pattern: new RegExp(`\\b(${monthName})\\.? ${dayNumber}${year}`, 'g'),
    read: ([month, day, years]) => toDate(years, monthOf(month), day),
  },
];

/** Digits with the separators of English (1,234.5) and of other languages where they leave no doubt (1.234,5). */
const readDigits = (text: string): number | null => {
  const plain = text.replaceAll(/['’]/g, ' ');
  const forms: [pattern: RegExp, group: RegExp, decimal: string][] = [
    [/^\d*(?:\.\d+)?$/, /(?!)/g, '.'],
    [/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/, /,/g, '.'],
    [/^\d{1,3}(?: \d{3})+(?:[.,]\d+)?$/, / /g, ','],
    [/^\d{1,3}(?:\.\d{3})+,\d+$/, /\./g, ','],
    [/^\d{1,3}(?:\.\d{3}){2,}$/, /\./g, ','],
    [/^\d*,\d+$/, /(?!)/g, ','],
  ];
  const form = forms.find(([pattern]) => pattern.test(plain));
  return form ? Number(plain.replaceAll(form[1], '').replace(form[2], '.')) : null;
};

const currencyCodes = new Set(Intl.supportedValuesOf('currency'));
const knownCode = (code: string | undefined): string | null =>
  code !== undefined && currencyCodes.has(code) ? code : null;

/** A currency in words. One without a sign here is never among the given units. */
const currencySigns: Readonly<Record<string, string>> = { dollar: '$', euro: '€', pound: '£', yen: '¥', rupee: '₹' };
const currencyWord =
  'dollar|euro|pound|yen|rupee|cent|penny|pence|franc|kron[ae]|kroner|kronor|crown|zloty|peso|reai|ruble|lira|yuan|dirham';
const unitAfter = new RegExp(
  `^(?: ?(%|\\p{Sc})| (per ?cent(?:age)?|pct)\\b|[ -](?:US )?(${currencyWord})s?\\b| ([a-z]{3})\\b)`,
  'iu',
);

/** The unit that follows a number. */
const readUnit = (after: string): string | null => {
  const [, sign, percent, word, code] = unitAfter.exec(after) ?? [];
  if (word !== undefined) return currencySigns[word.toLowerCase()] ?? word.toLowerCase();
  return sign ?? (percent === undefined ? knownCode(code) : '%');
};

const readUnitBefore = (before: string): string | null => {
  const [, sign, code] = /(?:(\p{Sc})|\b([A-Z]{3})) ?$/u.exec(before) ?? [];
  return sign ?? knownCode(code);
};

/** What would make another number of the one before it: `12 k`, `12 and a half`, `12 point 5`, `12-fold`. */
const isContinued = (after: string): boolean =>
  /^(?: ?\p{Sc})?(?: (?:[kKmMbB]|[bmtBMT]n|[Mm]l[nd]|[Mm]io|[Mm]rd)\b| and an? (?:half|quarter|third)\b| point [\w\0]|-?fold\b)/u.test(
    after,
  );

/** What stands in the place of a number that was read. No other text may contain it. */
const hole = '\u0000';

/** Two numbers that a reader may take for one. */
const neighbors = new RegExp(`${hole} *${hole}`, 'g');

const digits = /[.,]?\d+(?:[.,'’]\d+| \d{3}(?!\d))*/.source;
const digitsInPlace = new RegExp(
  `(?:(\\p{Sc}) ?|\\b([A-Z]{3}) |([A-Za-z_]))?(${digits})(\\/\\d+(?:[.,/]\\d+)*|:\\d+)?([A-Za-z]*)(?: (${[...scaleAfterDigits.keys()].join('|')})\\b)?`,
  'gu',
);

/** @param text without line breaks */
export const readStated = (text: string): Stated => {
  const stated: Stated = { numbers: [], dates: [], calendar: [], vague: [], unreadable: [] };
  let rest = text;
  for (const { pattern, read } of dateForms)
    rest = rest.replace(pattern, (...found: (string | undefined)[]) => {
      stated.dates.push(read(found.slice(1, 4)));
      return ` ${hole} `;
    });
  rest = rest.replace(digitsInPlace, (whole: string, ...found: (string | undefined)[]) => {
    const [sign, code, letter, number = '', more, suffix, scale] = found;
    const after = rest.slice(Number(found[7]) + whole.length);
    const fraction = /^\/(\d+)$/.exec(more ?? '');
    const isReadable = letter === undefined && /^(?:|st|nd|rd|th)$/.test(suffix ?? '') && !isContinued(after);
    const value = isReadable && (more === undefined || fraction) ? readDigits(number) : null;
    if (value === null) stated.unreadable.push(whole);
    else
      stated.numbers.push({
        value: (value * (scaleAfterDigits.get(scale ?? '') ?? 1)) / Number(fraction?.[1] ?? 1),
        unit: sign ?? knownCode(code) ?? readUnit(after),
        ...(suffix ? { isOrdinal: true } : {}),
      });
    return `${code ?? ''} ${hole}`;
  });
  rest = rest.replace(wordNumber, (whole: string, article: string | undefined, words: string, at: number) => {
    const value = readWordNumber(words, article !== undefined);
    const after = rest.slice(at + whole.length);
    if (value === null || isContinued(after)) stated.unreadable.push(whole);
    else stated.numbers.push({ value, unit: readUnitBefore(rest.slice(0, at)) ?? readUnit(after) });
    return ` ${hole} `;
  });
  stated.unreadable.push(...(rest.match(gluedNumber) ?? []), ...(rest.match(neighbors) ?? []));
  rest = rest.replace(vagueWord, (whole: string) => {
    stated.vague.push(whole.toLowerCase());
    return ' ';
  });
  for (const [word] of rest.matchAll(/[A-Za-z]+(?:['’][A-Za-z]+)*/g)) {
    const roman = readRoman(word);
    if (roman !== null) stated.numbers.push({ value: roman, unit: null });
  }
  for (const [word] of rest.matchAll(calendarWord)) stated.calendar.push(word.slice(0, 3).toLowerCase());
  return stated;
};

/** Without `May`, which is a verb at the beginning of a sentence, as `march` is in lower case. */
const calendarWord =
  /\b(?:[Mm]ondays?|[Tt]uesdays?|[Ww]ednesdays?|[Tt]hursdays?|[Ff]ridays?|[Ss]aturdays?|[Ss]undays?|[Jj]anuary|[Ff]ebruary|March|[Aa]pril|[Jj]une|[Jj]uly|[Aa]ugust|[Ss]eptember|[Oo]ctober|[Nn]ovember|[Dd]ecember|Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b/g;

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Days of the week and months of dates. A date without a year has no day of the week. */
const calendarOf = ({ year: of, month, day }: StatedDate): string[] => {
  const name = months[month - 1] ?? '';
  if (of === null) return [name];
  return [name, weekdays[new Date(Date.UTC(of, month - 1, day)).getUTCDay()] ?? ''];
};

const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));

/**
 * Whether each number of `said` was `given`. A number may leave out its unit, but not have another one; a date may leave
 * out its year. The day of a given date may be an ordinal (`the 14th`), and its year stand alone.
 */
export const isCovered = (said: Stated, given: Stated): boolean => {
  const isOfDate = ({ value, unit, isOrdinal }: StatedNumber): boolean =>
    unit === null && given.dates.some(({ year: of, day }) => value === (isOrdinal ? day : of));
  const calendar = new Set([...given.calendar, ...given.dates.flatMap(calendarOf)]);
  return (
    said.unreadable.length === 0 &&
    said.numbers.every(
      (each) =>
        given.numbers.some(({ value, unit }) => isSame(value, each.value) && (each.unit ?? unit) === unit) ||
        isOfDate(each),
    ) &&
    said.dates.every((date) =>
      given.dates.some(
        ({ year: of, month, day }) =>
          month === date.month && day === date.day && (date.year === null || date.year === of),
      ),
    ) &&
    said.calendar.every((word) => calendar.has(word)) &&
    said.vague.every((word) => given.vague.includes(word))
  );
};
