import { platformNames } from '#shared/platforms.ts';
import { PlatformMark } from './PlatformMark.tsx';

const lines = [
  { platform: 'facebook', stroke: 'stroke-series-1', points: '0,92 60,84 120,88 180,62 240,66 300,44 360,48 420,30' },
  { platform: 'google', stroke: 'stroke-series-2', points: '0,104 60,98 120,80 180,86 240,72 300,76 360,58 420,54' },
  {
    platform: 'tiktok',
    stroke: 'stroke-series-3',
    points: '0,116 60,112 120,114 180,104 240,106 300,92 360,96 420,82',
  },
] as const;

const rows = [
  { platform: 'facebook', dot: 'bg-series-1', spend: '1,284.20', leads: '214' },
  { platform: 'google', dot: 'bg-series-2', spend: '962.75', leads: '148' },
  { platform: 'tiktok', dot: 'bg-series-3', spend: '418.10', leads: '76' },
] as const;

/** A picture of the product in its own colours; drawn rather than photographed, so that it follows the theme. */
export const ProductSketch = () => (
  <figure className="rounded-lg border bg-bg p-2">
    <figcaption className="sr-only">
      Sketch of the product with sample data: a chart and a table of spend and leads for Facebook, Google and TikTok
    </figcaption>
    <div aria-hidden="true" className="overflow-hidden rounded-md border bg-surface text-[13px]">
      <div className="flex h-11 items-center justify-between border-b px-4">
        <span className="font-medium">Last 7 days</span>
        <span className="rounded-sm bg-hover px-2 py-0.5 text-xs text-muted">Sample data</span>
      </div>
      <div className="px-4 pt-4">
        <svg viewBox="0 0 420 130" className="block w-full">
          {[10, 50, 90, 129].map((y) => (
            <line key={y} x1="0" x2="420" y1={y} y2={y} className="stroke-hairline" />
          ))}
          {lines.map(({ platform, stroke, points }) => (
            <polyline
              key={platform}
              points={points}
              className={`fill-none ${stroke}`}
              strokeWidth="2"
              strokeLinejoin="round"
              strokeLinecap="round"
            />
          ))}
        </svg>
      </div>
      <table className="mt-3 w-full tabular-nums">
        <thead>
          <tr className="h-9 border-y text-xs text-muted">
            <th className="px-4 text-left font-medium">Platform</th>
            <th className="px-4 text-right font-medium">Spend</th>
            <th className="px-4 text-right font-medium">Leads</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ platform, dot, spend, leads }) => (
            <tr key={platform} className="h-9 border-b last:border-b-0">
              <td className="px-4">
                <span className="flex items-center gap-2.5">
                  <span className={`size-2 rounded-full ${dot}`} />
                  <PlatformMark platform={platform} className="size-4" />
                  {platformNames[platform]}
                </span>
              </td>
              <td className="px-4 text-right">{spend}</td>
              <td className="px-4 text-right">{leads}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </figure>
);
