import type { Day } from '#shared/lib/dateRange.ts';

/** A class that sets the color of a line. */
export type LineColor = 'text-accent-text' | 'text-series-1' | 'text-series-2' | 'text-series-3';

/** Null leaves a gap in the line. */
export type TrendValues = readonly (number | null)[];

export type TrendLine = { label: string; color: LineColor; values: TrendValues };

export type TrendData = {
  /** First day and full title of each point. */
  days: readonly Day[];
  titles: readonly string[];
  lines: readonly TrendLine[];
  /** The expected range of a single line. Null where no value was expected. */
  band?: { label: string; low: TrendValues; high: TrendValues } | undefined;
  /** The first and last of the shaded days, which the chart is about. */
  marked?: { from: number; to: number } | undefined;
  /** The previous period, drawn faintly behind a single line. */
  previous?: { titles: readonly string[]; values: TrendValues } | undefined;
  /** The first or last point covers fewer days than the others, so its line is dashed. */
  isStartOpen: boolean;
  isEndOpen: boolean;
  /** The first point whose value may still change. The line is dashed from there. */
  openFrom?: number | undefined;
};

/** Color of the previous period. */
export const previousColor = 'text-control';
