const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

const inWords = (value: number): string => {
  if (value >= 1e6) return join(inWords(Math.floor(value / 1e6)), 'million', value % 1e6);
  if (value >= 1000) return join(inWords(Math.floor(value / 1000)), 'thousand', value % 1000);
  if (value >= 100) return join(inWords(Math.floor(value / 100)), 'hundred', value % 100);
  if (value < 20) return small[value] ?? '';
  const unit = value % 10 === 0 ? '' : `-${small[value % 10]}`;
  return `${tens[Math.floor(value / 10)]}${unit}`;
};
const join = (count: string, scale: string, rest: number): string =>
  `${count} ${scale}${rest === 0 ? '' : `${rest < 100 ? ' and' : ''} ${inWords(rest)}`}`;

const grouped = (separator: string) => (value: number) => String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, separator);

const forms: readonly ((value: number) => string)[] = [
  String,
  (value) => `${value}.0`,
  (value) => `${value},00`,
  grouped(','),
  grouped(' '),
  grouped('’'),
  (value) => `${grouped('.')(value)},0`,
  (value) => String(value).replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  inWords,
  (value) => inWords(value).toUpperCase(),
];

/** A whole number as people and models write it. */
export const writeNumber = (value: number, form: number): string => (forms[form % forms.length] ?? String)(value);
