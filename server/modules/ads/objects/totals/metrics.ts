import type { AdLevel } from '#shared/campaigns.ts';
import type { AdDayRow } from '#server/providers/reports/AdReports.ts';

/** A level of objects, or of the account sums of a level, stored under the account id. */
export type StoredLevel = AdLevel | `all-${AdLevel}`;
export const allOf = (level: AdLevel): StoredLevel => `all-${level}`;

/**
 * The layouts of stored arrays: `ad_day_reads.metrics` and the ends in `ad_objects` have one value of each metric in this order,
 * `ad_totals.totals` has the 31 days of the first metric, then those of the second. Amounts and fractions are integers in
 * millionths, so sums are exact.
 *
 * The array length identifies the version. A version never changes, and the next one only appends metrics: each metric keeps
 * its position, so statements can address it in any row.
 */
export const metricLayouts = {
  1: [
    { metric: 'spend', decimals: 6 },
    { metric: 'impressions', decimals: 0 },
    { metric: 'clicks', decimals: 0 },
    { metric: 'conversions', decimals: 6 },
    { metric: 'leads', decimals: 6 },
  ],
} as const;

/** The version of all stored rows. A new version needs a migration of the rows. */
const layout = metricLayouts[1];
export type StoredMetric = (typeof layout)[number]['metric'];
export const storedMetrics: readonly StoredMetric[] = layout.map(({ metric }) => metric);

const fields = Object.fromEntries(
  layout.map(({ metric, decimals }, place) => [metric, { place, scale: 10 ** decimals }]),
) as Record<StoredMetric, { place: number; scale: number }>;

/** The index of a metric in stored arrays. */
export const placeOf = (metric: StoredMetric): number => fields[metric].place;

/** The divisor of a stored value. */
export const scaleOf = (metric: StoredMetric): number => fields[metric].scale;

/** @throws Error for an array with an unknown layout. @param perMetric values of each metric */
export const requireLayout = (length: number, perMetric = 1): void => {
  if (length !== layout.length * perMetric)
    throw new Error(`stored metrics have an unknown layout: ${length} values, not ${layout.length * perMetric}`);
};

/** One value for each of `storedMetrics`. */
export type Metrics = readonly bigint[];

export const noMetrics: Metrics = storedMetrics.map(() => 0n);

/**
 * Converts a decimal text to an integer scaled by this many decimals. Rounds further decimals half up.
 * @throws RangeError for a text that is not a decimal number
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
  layout.map(({ metric, decimals }) => toInteger(row[metric], decimals));

export const addMetrics = (left: Metrics, right: Metrics): Metrics =>
  left.map((value, index) => value + (right[index] ?? 0n));

export const subtractMetrics = (left: Metrics, right: Metrics): Metrics =>
  left.map((value, index) => value - (right[index] ?? 0n));

export const isSame = (left: Metrics, right: Metrics): boolean => left.every((value, index) => value === right[index]);

export const isNothing = (metrics: Metrics): boolean => metrics.every((value) => value === 0n);
