import type { TrendData, TrendLine } from './TrendLine.ts';
import { dayTicks, gridLines, gridStep, spread } from './trendScale.ts';
import type { DayTick } from './trendScale.ts';

const defaultHeight = 256;
export const plotTop = 12;
const axisHeight = 26;
/** A generous letter width for 12 px text, because labels are positioned before they are drawn. */
const letterWidth = 7;
const tickWidth = 68;
/** Narrower charts name their lines above them instead of beside them. */
const leastWidthForNames = 480;
const nameHeight = 15;

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map((text) => text.length)) * letterWidth;

const highestOf = ({ lines, band, previous }: TrendData): number =>
  Math.max(
    0,
    ...[...lines.map(({ values }) => values), band?.high ?? [], previous?.values ?? []]
      .flat()
      .map((value) => value ?? 0),
  );

type LayOutOptions = {
  width: number;
  height?: number | undefined;
  formatTick: (value: number, step: number) => string;
  /** Only whole numbers on the grid. */
  isWhole: boolean;
};

export type TrendLayout = {
  width: number;
  height: number;
  /** Vertical position of zero. */
  bottom: number;
  left: number;
  right: number;
  grid: readonly { y: number; label: string }[];
  ticks: readonly DayTick[];
  /** Names at the right ends of the lines. Empty if the chart is too narrow or has one line. */
  names: readonly { line: TrendLine; y: number }[];
  xOf: (index: number) => number;
  yOf: (value: number) => number;
  /** The point nearest to a distance from the left edge. */
  indexAt: (x: number) => number;
};

export const layOutTrend = (
  data: TrendData,
  { width, height = defaultHeight, formatTick, isWhole }: LayOutOptions,
): TrendLayout => {
  const { days, lines } = data;
  const bottom = height - axisHeight;
  const last = days.length - 1;
  const step = gridStep(highestOf(data), isWhole);
  const values = Array.from({ length: gridLines + 1 }, (_line, index) => index * step);
  const labels = values.map((value) => formatTick(value, step));
  const hasNames = lines.length > 1 && width >= leastWidthForNames;
  const left = widest(labels) + 10;
  const right = width - (hasNames ? widest(lines.map(({ label }) => label)) + 18 : 10);
  const xOf = (index: number): number => (last === 0 ? (left + right) / 2 : left + (index / last) * (right - left));
  const yOf = (value: number): number => bottom - (value / (gridLines * step)) * (bottom - plotTop);
  const ends = lines.map((line) => yOf(line.values.findLast((value) => value !== null) ?? 0));
  const spreadEnds = spread(ends, nameHeight, bottom);
  return {
    width,
    height,
    bottom,
    left,
    right,
    grid: values.map((value, index) => ({ y: yOf(value), label: labels[index] ?? '' })),
    ticks: dayTicks(days, Math.max(2, Math.floor((right - left) / tickWidth))),
    names: hasNames ? lines.map((line, index) => ({ line, y: spreadEnds[index] ?? bottom })) : [],
    xOf,
    yOf,
    indexAt: (x) => Math.max(0, Math.min(last, Math.round(((x - left) / Math.max(1, right - left)) * last))),
  };
};
