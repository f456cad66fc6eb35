import type { ReactNode } from 'react';
import { cn } from '#client/lib/cn.ts';

/** User-entered text on one line, in its own direction and truncated at its end. */
export const OneLine = ({ className, children }: { className?: string; children: ReactNode }) => (
  <span dir="auto" className={cn('block w-fit max-w-full truncate text-start', className)}>
    {children}
  </span>
);
