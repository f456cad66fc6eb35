import { cn } from '#client/lib/cn.ts';
import { plotTop } from './layOutTrend.ts';
import type { TrendLayout } from './layOutTrend.ts';
import { previousColor } from './TrendLine.ts';
import type { TrendData, TrendValues } from './TrendLine.ts';
import { stretchesOf, toPath } from './trendScale.ts';

type Ends = Pick<TrendData, 'isStartOpen' | 'isEndOpen' | 'openFrom'>;
type CurveProps = { values: TrendValues; layout: TrendLayout; ends: Ends; hasArea: boolean };

/** A line with its gaps. A value without neighbors is drawn as a dot. */
const Curve = ({ values, layout: { xOf, yOf, bottom }, ends, hasArea }: CurveProps) =>
  stretchesOf(values, xOf, yOf).map((points) => {
    const [first] = points;
    const end = points.at(-1);
    if (!first || !end) return null;
    if (points.length === 1)
      return <circle key={first.index} cx={first.x} cy={first.y} r={3} className="fill-current stroke-none" />;
    const isStartOpen = ends.isStartOpen && first.index === 0;
    const openFrom = ends.openFrom ?? (ends.isEndOpen ? values.length - 1 : values.length);
    const settledCount = points.filter(({ index }) => index < openFrom).length;
    const isEndOpen = settledCount < points.length;
    const open = [
      ...(isStartOpen ? [points.slice(0, 2)] : []),
      ...(isEndOpen ? [points.slice(Math.max(0, settledCount - 1))] : []),
    ];
    return (
      <g key={first.index}>
        {hasArea && (
          <path
            d={`${toPath(points)}V${bottom}H${first.x.toFixed(1)}Z`}
            className="fill-current stroke-none opacity-8"
          />
        )}
        <path d={toPath(points.slice(isStartOpen ? 1 : 0, settledCount))} />
        {open.map((segment) => (
          <path key={segment[0]?.index} d={toPath(segment)} strokeDasharray="2 5" />
        ))}
      </g>
    );
  });

type BandProps = { band: NonNullable<TrendData['band']>; layout: TrendLayout };

const Band = ({ band: { low, high }, layout: { xOf, yOf } }: BandProps) => {
  const tops = high.map((value, index) => ((low[index] ?? null) === null ? null : value));
  return stretchesOf(tops, xOf, yOf).map((points) => {
    const bottoms = points.toReversed().map(({ index, x }) => ({ x, y: yOf(Math.max(0, low[index] ?? 0)) }));
    return (
      <path
        key={points[0]?.index}
        data-band=""
        d={`${toPath([...points, ...bottoms])}Z`}
        className="fill-control stroke-none opacity-25"
      />
    );
  });
};

type MarkedProps = { marked: NonNullable<TrendData['marked']>; layout: TrendLayout };

/** Extends half a day to both sides, so that a single day is visible. */
const Marked = ({ marked: { from, to }, layout: { xOf, left, right, bottom } }: MarkedProps) => {
  const half = (xOf(1) - xOf(0)) / 2;
  const start = Math.max(left, xOf(from) - half);
  return (
    <rect
      data-marked=""
      x={start}
      y={plotTop}
      width={Math.max(2, Math.min(right, xOf(to) + half) - start)}
      height={bottom - plotTop}
      className="fill-warning-tint stroke-none"
    />
  );
};

type TrendPlotProps = {
  data: TrendData;
  layout: TrendLayout;
  /** Index of the point under the crosshair. */
  at: number | null;
};

/** The drawing only, without text alternatives. */
export const TrendPlot = ({
  data: { lines, band, marked, previous, isStartOpen, isEndOpen, openFrom },
  layout,
  at,
}: TrendPlotProps) => {
  const { width, height, bottom, left, right, grid, ticks, names, xOf, yOf } = layout;
  const dotted = [...(previous ? [{ ...previous, color: previousColor }] : []), ...lines];
  return (
    <svg
      aria-hidden="true"
      width={width}
      height={height}
      strokeLinejoin="round"
      strokeLinecap="round"
      className="absolute inset-0 fill-none text-xs [&_text]:fill-muted [&_text]:stroke-none"
    >
      {marked && <Marked marked={marked} layout={layout} />}
      {grid.map(({ y, label }, index) => (
        <g key={y}>
          <line x1={left} x2={right} y1={y} y2={y} className={index === 0 ? 'stroke-control/60' : 'stroke-hairline'} />
          <text x={left - 8} y={y + 4} textAnchor="end" className="tabular-nums">
            {label}
          </text>
        </g>
      ))}
      {ticks.map(({ index, label }) => (
        <text
          key={index}
          x={Math.min(xOf(index), width)}
          y={height - 7}
          textAnchor={xOf(index) + 22 > width ? 'end' : 'middle'}
        >
          {label}
        </text>
      ))}
      {band && <Band band={band} layout={layout} />}
      {previous && (
        <g data-line="previous" className={cn(previousColor, 'stroke-current stroke-[1.5] opacity-70')}>
          <Curve values={previous.values} layout={layout} ends={{ isStartOpen, isEndOpen: false }} hasArea={false} />
        </g>
      )}
      {lines.map(({ label, color, values }) => (
        <g key={label} data-line={label} className={cn(color, 'stroke-current stroke-2')}>
          <Curve
            values={values}
            layout={layout}
            ends={{ isStartOpen, isEndOpen, openFrom }}
            hasArea={lines.length === 1 && !band}
          />
        </g>
      ))}
      {names.map(({ line: { label, color }, y }) => (
        <g key={label} className={color}>
          <circle cx={right + 9} cy={y} r={3} className="fill-current" />
          <text x={right + 16} y={y + 4}>
            {label}
          </text>
        </g>
      ))}
      {at !== null && (
        <line x1={xOf(at)} x2={xOf(at)} y1={plotTop} y2={bottom} className="stroke-control" data-crosshair="" />
      )}
      {at !== null &&
        dotted.map(({ color, values }) => {
          const value = values[at] ?? null;
          if (value === null) return null;
          return (
            <circle
              key={color}
              cx={xOf(at)}
              cy={yOf(value)}
              r={4}
              className={cn(color, 'fill-current stroke-surface stroke-2')}
            />
          );
        })}
    </svg>
  );
};
