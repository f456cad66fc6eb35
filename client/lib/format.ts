/* Formats are made once: building an Intl object is a hundred times dearer than using it. Texts are English throughout. */
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

/** Stands where a value is missing or cannot be read; in markup `NoValue` also says so. */
export const noValue = '-';

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** `1,240` */
export const formatInteger = (value: number | null | undefined): string =>
  isNumber(value) ? integer.format(value) : noValue;

/** `1,240.50`: always two decimals, so that a column lines up. */
export const formatDecimal = (value: number | null | undefined): string =>
  isNumber(value) ? decimal.format(value) : noValue;

/** Percentages as the platforms report them, 1.18 is 1.18 %: one decimal, two below 0.1 %. */
export const formatPercent = (value: number | null | undefined): string => {
  if (!isNumber(value)) return noValue;
  return `${(value !== 0 && Math.abs(value) < 0.1 ? decimal : percent).format(value)}%`;
};

const moneyFormat = (currency: string | null | undefined) => {
  // Anything but three letters makes Intl throw; platforms have sent empty texts.
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

/** `$1,240.50` with the currency of the ad account, `1,240.50` where that is not known. */
export const formatMoney = (value: number | null | undefined, currency?: string | null): string =>
  isNumber(value) ? moneyFormat(currency).full.format(value) : noValue;

/** `12.3K` or `$12.3K`, for tiles; `CompactNumber` says the full value beside it. */
export const formatCompact = (value: number | null | undefined, currency?: string | null): string =>
  isNumber(value) ? moneyFormat(currency).compact.format(value) : noValue;

const toDate = (value: string | number | Date | null | undefined): Date | null => {
  if (value === null || value === undefined || value === '') return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
};

/** `Nov 05, 2025` of an instant, on the reader's clock. */
export const formatDate = (value: string | number | Date | null | undefined): string => {
  const date = toDate(value);
  return date ? shortDate.format(date) : noValue;
};

/** `Nov 05, 2025` of a calendar day given as `2025-11-05`, the same in every time zone. */
export const formatDay = (day: string | null | undefined): string => {
  const date = day ? toDate(`${day}T00:00:00Z`) : null;
  return date ? dayDate.format(date) : noValue;
};

/** `Nov 05, 2025, 06:03 AM`, on the reader's clock. */
export const formatDateTime = (value: string | number | Date | null | undefined): string => {
  const date = toDate(value);
  return date ? shortDateTime.format(date) : noValue;
};

/** `November 5, 2025 at 6:03 AM`, on the reader's clock. */
export const formatLongDateTime = (value: string | number | Date | null | undefined): string => {
  const date = toDate(value);
  return date ? longDateTime.format(date) : noValue;
};

const relativeUnits = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `5 minutes ago`, `in 2 hours`, `just now`; put the absolute time into the `title` beside it. */
export const formatRelative = (value: string | number | Date | null | undefined, now: number = Date.now()): string => {
  const date = toDate(value);
  if (!date) return noValue;
  const differenceMs = date.getTime() - now;
  for (const [unit, unitMs] of relativeUnits) {
    if (Math.abs(differenceMs) >= unitMs) return relative.format(Math.trunc(differenceMs / unitMs), unit);
  }
  return 'just now';
};
