const languages =
  'en de fr es pt it nl pl cs sk sv da nb fi tr ru uk ar he hi id ms vi th el hu ro bg hr sr sl et lv lt ca fa'.split(
    ' ',
  );

const normalizeWord = (word: string): string => word.toLowerCase().replace(/\.$/, '');

const buildMonths = (): Map<string, number> => {
  const months = new Map<string, number>();
  const formats = languages.flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) => [
      new Intl.DateTimeFormat(language, { month, calendar: 'gregory', timeZone: 'UTC' }),
      // With a day, many languages use another case: `14 октября`.
      new Intl.DateTimeFormat(language, { month, day: 'numeric', calendar: 'gregory', timeZone: 'UTC' }),
    ]),
  );
  for (const format of formats)
    for (let month = 0; month < 12; month += 1) {
      const parts = format.formatToParts(Date.UTC(2026, month, 14));
      const word = normalizeWord(parts.find(({ type }) => type === 'month')?.value ?? '');
      if (/^\p{L}[\p{L}\p{M}]+$/u.test(word) && !months.has(word)) months.set(word, month + 1);
    }
  for (const [word, month] of [
    ['sept', 9],
    ['märz', 3],
    ['mrz', 3],
    ['okt', 10],
    ['oct', 10],
  ] as const)
    if (!months.has(word)) months.set(word, month);
  return months;
};

let months: Map<string, number> | null = null;

/** The month of a name or its abbreviation in any language, from 1; null for other words. */
export const monthOf = (word: string): number | null => (months ??= buildMonths()).get(normalizeWord(word)) ?? null;
