import { formatMoney } from '#client/lib/format.ts';

const width = 104;
const height = 24;
const padding = 2;

type SparklineProps = {
  /** One value per day, oldest first. */
  values: readonly number[];
  currency: string | null;
  /** How many of the last days may still change. */
  openDays: number;
};

/** A line chart of the last days in the range. Days that may still change are dashed. */
export const Sparkline = ({ values, currency, openDays }: SparklineProps) => {
  const highest = Math.max(0, ...values);
  const last = values.length - 1;
  const points = values.map((value, index) => {
    const x = padding + (last === 0 ? 0 : (index / last) * (width - 2 * padding));
    const y = height - padding - (highest === 0 ? 0 : (value / highest) * (height - 2 * padding));
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  const settled = Math.max(0, values.length - openDays);
  const line = (part: readonly string[]): string => (part.length > 1 ? `M${part.join('L')}` : '');
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, not a file
      role="img"
      aria-label={
        highest === 0
          ? 'Nothing spent'
          : `${formatMoney(values[0], currency)} to ${formatMoney(values[last], currency)}, at most ${formatMoney(highest, currency)} a day`
      }
      width={width}
      height={height}
      strokeWidth={1.5}
      strokeLinejoin="round"
      strokeLinecap="round"
      className="block fill-none stroke-current text-accent-text"
    >
      {highest > 0 && (
        <path d={`${line(points)}V${height - padding}H${padding}Z`} className="fill-current stroke-none opacity-8" />
      )}
      <path d={line(points.slice(0, settled))} className={highest === 0 ? 'text-control' : undefined} />
      {openDays > 0 && <path d={line(points.slice(Math.max(0, settled - 1)))} strokeDasharray="1.5 3" />}
    </svg>
  );
};
