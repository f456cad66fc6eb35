import type { AdLevel } from '#shared/campaigns.ts';
import type { AdDayRow } from '#server/providers/reports/AdReports.ts';

/** A level of objects, or of the sum of all objects of an account at a level, whose id is the account's. */
export type StoredLevel = AdLevel | `all-${AdLevel}`;
export const allOf = (level: AdLevel): StoredLevel => `all-${level}`;

/**
 * The stored metrics in the order of their arrays. Amounts and fractions are stored in millionths, so that sums are
 * exact.
 */
const decimals = { spend: 6, impressions: 0, clicks: 0, conversions: 6, leads: 6 } as const;
export type StoredMetric = keyof typeof decimals;
export const storedMetrics = Object.keys(decimals) as StoredMetric[];

/** One value for each of `storedMetrics`. */
export type Metrics = readonly bigint[];

export const noMetrics: Metrics = storedMetrics.map(() => 0n);

/** The divisor of a stored value. */
export const scaleOf = (metric: StoredMetric): number => 10 ** decimals[metric];

/**
 * A decimal text with this many decimals, as an integer; further decimals are rounded half up.
 * @throws RangeError for a text that is no decimal number
 */
const toInteger = (text: string, scale: number): bigint => {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text);
  if (!match) throw new RangeError(`not a decimal number: ${text.slice(0, 40)}`);
  const [, sign = '', whole = '', fraction = ''] = match;
  const kept = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  const rounded = (fraction[scale] ?? '0') >= '5' ? kept + 1n : kept;
  return sign === '-' ? -rounded : rounded;
};

/** The metrics of a reported row. @throws RangeError */
export const toMetrics = (row: Pick<AdDayRow, StoredMetric>): Metrics =>
  storedMetrics.map((metric) => toInteger(row[metric], decimals[metric]));

export const addMetrics = (left: Metrics, right: Metrics): Metrics =>
  left.map((value, index) => value + (right[index] ?? 0n));

export const subtractMetrics = (left: Metrics, right: Metrics): Metrics =>
  left.map((value, index) => value - (right[index] ?? 0n));

export const isSame = (left: Metrics, right: Metrics): boolean => left.every((value, index) => value === right[index]);

export const isNothing = (metrics: Metrics): boolean => metrics.every((value) => value === 0n);
