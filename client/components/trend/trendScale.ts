import { formatDay } from '#client/lib/format.ts';
import type { Day } from '#shared/lib/dateRange.ts';

/** Grid lines above the zero line. */
export const gridLines = 4;

const roundSteps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10] as const;

/** Distance between grid lines: a round number that puts `highest` below the top line. */
export const gridStep = (highest: number, isWhole: boolean): number => {
  if (highest <= 0) return 1;
  const exact = highest / gridLines;
  const power = 10 ** Math.floor(Math.log10(exact));
  const steps = roundSteps.map((step) => Number((step * power).toPrecision(3)));
  return steps.find((step) => step >= exact && (!isWhole || Number.isInteger(step))) ?? Math.max(1, 10 * power);
};

export type DayTick = { index: number; label: string };

const dayIntervals = [1, 2, 3, 5, 7, 14, 28] as const;
const monthIntervals = [1, 2, 3, 6, 12] as const;
/** Longer ranges have month ticks instead of day ticks. */
const longestWithDays = 150;

const monthOf = (day: Day): string => day.slice(0, 7);

/**
 * At most `room` dates below the points. A short range shows days. A long range shows the first point of each month,
 * with the year instead of January.
 */
export const dayTicks = (days: readonly Day[], room: number): DayTick[] => {
  const spanDays = (Date.parse(days.at(-1) ?? '') - Date.parse(days[0] ?? '')) / 86_400_000;
  if (!(spanDays > longestWithDays)) {
    const interval = dayIntervals.find((step) => Math.ceil(days.length / step) <= room) ?? days.length;
    return days.flatMap((day, index) => (index % interval === 0 ? [{ index, label: formatDay(day).slice(0, 6) }] : []));
  }
  const starts = days.flatMap((day, index) => {
    const before = days[index - 1];
    return before === undefined || monthOf(before) === monthOf(day)
      ? []
      : [{ index, day, month: Number(day.slice(5, 7)) }];
  });
  const fits = (step: number): boolean => starts.filter(({ month }) => (month - 1) % step === 0).length <= room;
  const interval = monthIntervals.find(fits) ?? 12;
  return starts.flatMap(({ index, day, month }) =>
    (month - 1) % interval === 0 ? [{ index, label: month === 1 ? day.slice(0, 4) : formatDay(day).slice(0, 3) }] : [],
  );
};

type Point = { index: number; x: number; y: number };

/** The parts of a line between its gaps. */
export const stretchesOf = (
  values: readonly (number | null)[],
  xOf: (index: number) => number,
  yOf: (value: number) => number,
): Point[][] => {
  const stretches: Point[][] = [];
  let isOpen = false;
  for (const [index, value] of values.entries()) {
    if (value !== null) {
      if (!isOpen) stretches.push([]);
      stretches.at(-1)?.push({ index, x: xOf(index), y: yOf(value) });
    }
    isOpen = value !== null;
  }
  return stretches;
};

/** SVG path commands. */
export const toPath = (points: readonly { x: number; y: number }[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** Spaces labels of height `gap` so that they do not overlap, and keeps their order. */
export const spread = (heights: readonly number[], gap: number, lowest: number): number[] => {
  const order = heights.map((height, index) => ({ height, index })).toSorted((a, b) => b.height - a.height);
  const placed = [...heights];
  let limit = lowest;
  for (const { height, index } of order) {
    placed[index] = Math.min(height, limit);
    limit = (placed[index] ?? limit) - gap;
  }
  return placed;
};
