import type { Day } from '#shared/lib/dateRange.ts';

/** A class that sets the colour of a line. */
export type LineColor = 'text-accent-text' | 'text-series-1' | 'text-series-2' | 'text-series-3';

/** Null where there is no value: the line has a gap. */
export type TrendValues = readonly (number | null)[];

export type TrendLine = { label: string; color: LineColor; values: TrendValues };

/** What a chart draws. */
export type TrendData = {
  /** The first day of each point, and how the point is called in full. */
  days: readonly Day[];
  titles: readonly string[];
  lines: readonly TrendLine[];
  /** The period before, drawn faintly behind a single line. */
  previous?: { titles: readonly string[]; values: TrendValues } | undefined;
  /** Points that hold less than a whole one, at either end: what leads to them is dashed. */
  isStartOpen: boolean;
  isEndOpen: boolean;
};

/** The colour of the period before. */
export const previousColor = 'text-control';
