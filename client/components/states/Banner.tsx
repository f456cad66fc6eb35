import { Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#client/lib/cn.ts';

type BannerProps = { tone?: 'neutral' | 'warning'; children: ReactNode };

/** A short message above content that works without it. */
export const Banner = ({ tone = 'neutral', children }: BannerProps) => (
  // Not a landmark: a screen may show several.
  <div
    role="note"
    aria-label={tone === 'warning' ? 'Warning' : 'Note'}
    className={cn(
      'flex gap-2.5 rounded-md border px-3 py-2 text-[13px] [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0',
      tone === 'warning' ? 'border-transparent bg-warning-tint text-warning' : 'border-hairline bg-surface text-muted',
    )}
  >
    {tone === 'warning' ? <TriangleAlert aria-hidden="true" /> : <Info aria-hidden="true" />}
    <div className="min-w-0 flex-1">{children}</div>
  </div>
);
