import { useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useWidth } from '#client/lib/hooks/useWidth.ts';
import { layOutTrend } from './layOutTrend.ts';
import { TrendKey } from './TrendKey.tsx';
import { previousColor } from './TrendLine.ts';
import type { TrendData } from './TrendLine.ts';
import { TrendPlot } from './TrendPlot.tsx';
import { TrendTooltip } from './TrendTooltip.tsx';
import type { TooltipRow } from './TrendTooltip.tsx';

type TrendChartProps = TrendData & {
  /** Accessible name. */
  label: string;
  format: (value: number | null) => string;
  formatTick: (value: number, step: number) => string;
  /** Only whole numbers on the grid. */
  isWhole: boolean;
  /** In pixels. */
  height?: number;
};

const defaultWidth = 640;

/** Number of points that each key moves the crosshair. Home and End move farther than any chart is long. */
const steps: Partial<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -Infinity,
  End: Infinity,
};

/**
 * Lines over days, starting at zero, as wide as the container. Pointer, touch and arrow keys move a crosshair with
 * values. Screen readers get a slider with the same values.
 */
export const TrendChart = ({ label, format, formatTick, isWhole, height, ...data }: TrendChartProps) => {
  const { days, titles, lines, band, previous } = data;
  const root = useRef<HTMLDivElement>(null);
  const width = useWidth(root, defaultWidth);
  const [chosen, setChosen] = useState<number | null>(null);
  const layout = layOutTrend(data, { width, height, formatTick, isWhole });
  const last = days.length - 1;
  // The days may have changed.
  const at = chosen === null ? null : Math.min(chosen, last);
  const spoken = at ?? last;

  const rangeText = ({ low, high }: NonNullable<TrendData['band']>, index: number): string => {
    const [from = null, to = null] = [low[index], high[index]];
    return from === null || to === null ? format(null) : `${format(from)} – ${format(to)}`;
  };
  const rowsAt = (index: number): TooltipRow[] => [
    ...lines.map((line) => ({ label: line.label, color: line.color, text: format(line.values[index] ?? null) })),
    ...(band ? [{ label: band.label, color: previousColor, text: rangeText(band, index) }] : []),
    ...(previous
      ? [{ label: previous.titles[index] ?? '', color: previousColor, text: format(previous.values[index] ?? null) }]
      : []),
  ];
  const values = rowsAt(spoken).map((row) => `${row.label} ${row.text}`);

  const handlePointer = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): void =>
    setChosen(layout.indexAt(clientX - currentTarget.getBoundingClientRect().left));
  const handleKey = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (event.key === 'Escape') setChosen(null);
    if (step === undefined) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(last, spoken + step)));
  };

  return (
    <>
      {lines.length > 1 && layout.names.length === 0 && (
        <p aria-hidden="true" className="mb-1 flex flex-wrap gap-x-4 text-xs text-muted">
          {lines.map((line) => (
            <TrendKey key={line.label} color={line.color}>
              {line.label}
            </TrendKey>
          ))}
        </p>
      )}
      <div
        ref={root}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a range input is dragged; here the pointer only hovers
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={spoken}
        aria-valuetext={`${titles[spoken] ?? ''}: ${values.join(', ')}`}
        onPointerMove={handlePointer}
        onPointerDown={handlePointer}
        onPointerLeave={() => setChosen(null)}
        onKeyDown={handleKey}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) setChosen(last);
        }}
        onBlur={() => setChosen(null)}
        style={{ height: layout.height }}
        className="relative touch-pan-y overflow-hidden rounded-sm select-none"
      >
        <TrendPlot data={data} layout={layout} at={at} />
        {at !== null && <TrendTooltip title={titles[at] ?? ''} rows={rowsAt(at)} x={layout.xOf(at)} width={width} />}
      </div>
    </>
  );
};
