const small = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const scales = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);

const cardinals = new Map<string, number>([
  ...small.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, index): [string, number] => [word, 20 + 10 * index]),
  ['nil', 0],
  ['nought', 0],
  ['naught', 0],
  ['fourty', 40],
]);

const irregularOrdinals = new Map([
  ['one', 'first'],
  ['two', 'second'],
  ['three', 'third'],
  ['five', 'fifth'],
  ['eight', 'eighth'],
  ['nine', 'ninth'],
  ['twelve', 'twelfth'],
]);
const ordinalOf = (word: string): string =>
  irregularOrdinals.get(word) ?? (word.endsWith('y') ? `${word.slice(0, -1)}ieth` : `${word}th`);

/** An ordinal, and the cardinal that it stands for within a longer number. */
const ordinals = new Map(
  [...small.slice(1), ...tens, 'hundred', ...scales.keys()].map((word): [string, string] => [ordinalOf(word), word]),
);

const denominators = new Map<string, number>([
  ['half', 2],
  ['quarter', 4],
  ...[...ordinals].flatMap(([ordinal, word]): [string, number][] => {
    const value = cardinals.get(word);
    return value === undefined || value < 3 ? [] : [[ordinal, value]];
  }),
  ['hundredth', 100],
  ['thousandth', 1e3],
]);
const pluralDenominators = new Map<string, number>([
  ...[...denominators].map(([word, value]): [string, number] => [`${word}s`, value]),
  ['halves', 2],
]);

/** A cardinal below a hundred takes part in a longer number only where English allows it: no `five six`. */
const addSmall = (sum: number, value: number): number | null => {
  const rest = sum % 100;
  if (value === 0) return null;
  return rest === 0 || (rest >= 20 && rest % 10 === 0 && value < 10) ? sum + value : null;
};

const readCardinal = (words: readonly string[]): number | null => {
  const [only] = words;
  if (words.length === 1 && only !== undefined && cardinals.has(only)) return cardinals.get(only) ?? null;
  let total = 0;
  let group: number | null = null;
  let lowestScale = Infinity;
  for (const word of words) {
    const scale = scales.get(word);
    const value = cardinals.get(word);
    if (scale !== undefined) {
      if (scale >= lowestScale) return null;
      total += (group ?? 1) * scale;
      lowestScale = scale;
      group = null;
    } else if (word === 'hundred') {
      if (group !== null && (group === 0 || group > 99)) return null;
      group = (group ?? 1) * 100;
    } else if (value !== undefined) {
      group = addSmall(group ?? 0, value);
      if (group === null) return null;
    } else return null;
  }
  return total + (group ?? 0);
};

/** @returns null for words that make no number, e.g. `five six` */
const readWords = (words: readonly string[], isOne: boolean): number | null => {
  const last = words.at(-1);
  const before = words.slice(0, -1);
  if (last === undefined) return null;
  const plural = pluralDenominators.get(last);
  if (plural !== undefined) {
    const count = before.length > 0 ? readCardinal(before) : null;
    return count === null ? null : count / plural;
  }
  const singular = denominators.get(last);
  if (before.length === 0 && singular !== undefined && (isOne || last === 'half' || last === 'quarter'))
    return 1 / singular;
  if (singular !== undefined && before.join(' ') === 'one') return 1 / singular;
  const ordinal = ordinals.get(last);
  return readCardinal(ordinal === undefined ? words : [...before, ordinal]);
};

const vocabulary = [
  ...cardinals.keys(),
  'hundred',
  ...scales.keys(),
  ...ordinals.keys(),
  ...denominators.keys(),
  ...pluralDenominators.keys(),
].toSorted((a, b) => b.length - a.length);
const word = `(?:${vocabulary.join('|')})`;

/** A number in words: `twenty-one`, `a hundred and five`, `three quarters`, `the second`. */
export const wordNumber = new RegExp(
  `\\b(an? )?(${word}(?:(?:(?<=hundred|thousand|illion) and)?[ -]${word})*)\\b`,
  'gi',
);

/** `fivemillion`: words for numbers without a space between them. */
export const gluedNumber = new RegExp(`\\b${word}{2,}\\b`, 'gi');

/** @param article whether `a` or `an` stands before the words */
export const readWordNumber = (text: string, article: boolean): number | null =>
  readWords(
    text
      .toLowerCase()
      .split(/[ -]/)
      .filter((each) => each !== 'and'),
    article,
  );

/** What multiplies the digits before it: `1.2 million`. */
export const scaleAfterDigits = new Map<string, number>([...scales, ['hundred', 100], ['dozen', 12]]);

/** Words that state a number without naming it, or roughly. They are compared as words. */
export const vagueWord =
  /\b(?:once|twice|thrice|single|couple|pairs?|dozens?|score|tens|hundreds|thousands|millions|billions|trillions|double[ds]?|doubling|triple[ds]?|tripling|trebl(?:e[ds]?|ing)|quadrupl(?:e[ds]?|ing)|quintupl(?:e[ds]?|ing)|halve[ds]?|halving|halfway|fortnight|decades?|lakhs?|crores?|grand|(?:twen|thir|for|fif|six|seven|eigh|nine)ties|teens|century|centuries|firstly|secondly|thirdly|percentile|[a-z]+-?fold)\b/gi;

const validRoman = /^(?=.)M{0,4}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;
/** Valid Roman numbers that are English words. */
const englishRoman = new Set(['I', 'MIX']);
const romanDigits: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

/** `IX` is 9; null for any other word. */
export const readRoman = (text: string): number | null => {
  const roman = text.toUpperCase();
  if (!validRoman.test(roman) || englishRoman.has(roman)) return null;
  const values = roman.split('').map((digit) => romanDigits[digit] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
};
