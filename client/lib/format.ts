/*
 * Creates each format once, because constructing an Intl object costs a hundred times more than using it. All texts
 * are in English.
 */
const locale = 'en-US';
const integer = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const shortDate = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', day: '2-digit' });
const dayDate = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', day: '2-digit', timeZone: 'UTC' });
const shortDateTime = new Intl.DateTimeFormat(locale, {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});
const longDateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const moneyFormats = new Map<string, { full: Intl.NumberFormat; compact: Intl.NumberFormat }>();

/** Shown for a missing or invalid value. In markup use `NoValue`. */
export const noValue = '-';

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** `1,240` */
export const formatInteger = (value: number | null | undefined): string =>
  isNumber(value) ? integer.format(value) : noValue;

/** `1,240.50`: always two decimals, so that columns align. */
export const formatDecimal = (value: number | null | undefined): string =>
  isNumber(value) ? decimal.format(value) : noValue;

/** Percentages as the platforms report them: 1.18 means 1.18 %. One decimal, or two below 0.1 %. */
export const formatPercent = (value: number | null | undefined): string => {
  if (!isNumber(value)) return noValue;
  return `${(value !== 0 && Math.abs(value) < 0.1 ? decimal : percent).format(value)}%`;
};

const moneyFormat = (currency: string | null | undefined) => {
  // Intl throws unless the currency has three letters, and platforms have sent empty texts.
  if (!currency || !/^[A-Za-z]{3}$/.test(currency)) return { full: decimal, compact };
  const known = moneyFormats.get(currency);
  if (known) return known;
  const style = { style: 'currency', currency } as const;
  const formats = {
    full: new Intl.NumberFormat(locale, style),
    compact: new Intl.NumberFormat(locale, { ...style, notation: 'compact', maximumFractionDigits: 1 }),
  };
  moneyFormats.set(currency, formats);
  return formats;
};

/** `$1,240.50` in the currency of the ad account, or `1,240.50` if unknown. */
export const formatMoney = (value: number | null | undefined, currency?: string | null): string =>
  isNumber(value) ? moneyFormat(currency).full.format(value) : noValue;

/** `12.3K` or `$12.3K`, for tiles. `CompactNumber` adds the full value. */
export const formatCompact = (value: number | null | undefined, currency?: string | null): string =>
  isNumber(value) ? moneyFormat(currency).compact.format(value) : noValue;

const toDate = (value: string | number | Date | null | undefined): Date | null => {
  if (value === null || value === undefined || value === '') return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
};

/** An instant as `Nov 05, 2025` in local time. */
export const formatDate = (value: string | number | Date | null | undefined): string => {
  const date = toDate(value);
  return date ? shortDate.format(date) : noValue;
};

/** The calendar day `2025-11-05` as `Nov 05, 2025`, the same in every time zone. */
export const formatDay = (day: string | null | undefined): string => {
  const date = day ? toDate(`${day}T00:00:00Z`) : null;
  return date ? dayDate.format(date) : noValue;
};

/** `Nov 05, 2025, 06:03 AM` in local time. */
export const formatDateTime = (value: string | number | Date | null | undefined): string => {
  const date = toDate(value);
  return date ? shortDateTime.format(date) : noValue;
};

/** `November 5, 2025 at 6:03 AM` in local time. */
export const formatLongDateTime = (value: string | number | Date | null | undefined): string => {
  const date = toDate(value);
  return date ? longDateTime.format(date) : noValue;
};

const relativeUnits = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `5 minutes ago`, `in 2 hours`, `just now`. Put the absolute time into the `title`. */
export const formatRelative = (value: string | number | Date | null | undefined, now: number = Date.now()): string => {
  const date = toDate(value);
  if (!date) return noValue;
  const differenceMs = date.getTime() - now;
  for (const [unit, unitMs] of relativeUnits) {
    if (Math.abs(differenceMs) >= unitMs) return relative.format(Math.trunc(differenceMs / unitMs), unit);
  }
  return 'just now';
};
