import { toDay } from '../days.ts';
import { upperQuantile } from '../statistics.ts';
import type { DayNumber } from '../days.ts';
import type { SeriesDay } from '../Standing.ts';

/** The share of normal days outside a band. */
export const bandChance = 0.02;
export const bandScore = upperQuantile(bandChance / 2);

/** Eight weeks: the baseline and as many days around the baseline. */
const seriesLength = 56;

export type Band = { low: number | null; high: number | null };

export const noBand: Band = { low: null, high: null };

export const daysBetween = (since: DayNumber, until: DayNumber): DayNumber[] =>
  Array.from({ length: Math.max(0, until - since + 1) }, (_, index) => since + index);

export const seriesUpTo = (until: DayNumber): DayNumber[] => daysBetween(until - seriesLength + 1, until);

export const writeSeries = (
  days: readonly DayNumber[],
  at: (day: DayNumber) => Band & { value: number | null },
): SeriesDay[] => days.map((day) => ({ day: toDay(day), ...at(day) }));
