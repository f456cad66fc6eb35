import { TrendKey } from './TrendKey.tsx';

export type TooltipRow = { label: string; color: string; text: string };

/** Fixed, because the tooltip is positioned before it is drawn. */
const tooltipWidth = 212;
const distance = 12;

type TrendTooltipProps = {
  title: string;
  rows: readonly TooltipRow[];
  /** Position of the crosshair in a chart of this width. */
  x: number;
  width: number;
};

/** The values at the crosshair. On its right, or on its left if there is no room. */
export const TrendTooltip = ({ title, rows, x, width }: TrendTooltipProps) => {
  const isRight = x + distance + tooltipWidth <= width;
  return (
    <div
      aria-hidden="true"
      data-tooltip=""
      style={{ left: isRight ? x + distance : Math.max(0, x - distance - tooltipWidth), width: tooltipWidth }}
      className="pointer-events-none absolute top-1 z-10 rounded-lg border border-hairline bg-surface px-3 py-2 text-xs shadow-popover"
    >
      <p className="mb-1 font-medium">{title}</p>
      {rows.map(({ label, color, text }) => (
        <p key={label} className="flex items-center justify-between gap-2 leading-5 text-muted">
          <TrendKey color={color}>{label}</TrendKey>
          <span className="font-medium text-fg tabular-nums">{text}</span>
        </p>
      ))}
    </div>
  );
};
