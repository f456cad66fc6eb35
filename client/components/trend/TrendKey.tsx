import type { ReactNode } from 'react';
import { cn } from '#client/lib/cn.ts';

/** The color and name of a line. Without a color only the text. */
export const TrendKey = ({ color, children }: { color?: string | undefined; children: ReactNode }) => (
  <span className="inline-flex min-w-0 items-center gap-1.5">
    {color !== undefined && (
      <span aria-hidden="true" className={cn('h-0.5 w-3 shrink-0 rounded-full bg-current', color)} />
    )}
    <span className="truncate">{children}</span>
  </span>
);
