/** Centers of panes with colored glass, in steps of half a pane. */
const panes = [
  { x: 11, y: 1, className: 'fill-series-1' },
  { x: 9, y: 3, className: 'fill-accent' },
  { x: 12, y: 4, className: 'fill-series-2' },
  { x: 10, y: 6, className: 'fill-accent' },
  { x: 13, y: 7, className: 'fill-series-3' },
  { x: 7, y: 1, className: 'fill-series-3' },
  { x: 8, y: 4, className: 'fill-series-1' },
  { x: 13, y: 1, className: 'fill-accent' },
] as const;

const half = 40;
const width = 14 * half;
const height = 11 * half;

/** Lead lines that run down to the right across the panes. Mirrored, they are the other lines. */
const lines = Array.from({ length: 13 }, (_, index) => {
  const x = (index * 2 - 11) * half;
  return `M${x} 0l${height} ${height}`;
}).join('');

/** Decoration: a leaded window in the colors of the theme, fading to the left and bottom. */
export const Lattice = ({ className }: { className: string }) => (
  <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMaxYMin slice" className={className} aria-hidden="true">
    <defs>
      <radialGradient id="lattice-light" cx="92%" cy="8%" r="88%">
        <stop offset="0" stopColor="#fff" />
        <stop offset="1" stopColor="#fff" stopOpacity="0" />
      </radialGradient>
      <mask id="lattice-fade">
        <rect width={width} height={height} fill="url(#lattice-light)" />
      </mask>
    </defs>
    <g mask="url(#lattice-fade)">
      {panes.map(({ x, y, className: color }) => (
        <path
          key={`${x} ${y}`}
          d={`M${x * half} ${(y - 1) * half}l${half} ${half}-${half} ${half}-${half}-${half}z`}
          className={color}
          fillOpacity=".16"
        />
      ))}
      <g className="fill-none stroke-control" strokeWidth="1.5" strokeOpacity=".45">
        <path d={lines} />
        <path d={lines} transform={`matrix(-1 0 0 1 ${width} 0)`} />
      </g>
    </g>
  </svg>
);
