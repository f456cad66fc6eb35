import type { ReactNode } from 'react';
import { cn } from '#client/lib/cn.ts';
import type { Tone } from './Badge.tsx';

const dots: Record<Tone, string> = {
  neutral: 'bg-control',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
};

/** A state as a dot and a word, because not everyone can see the color. */
export const StatusDot = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5 text-[13px] whitespace-nowrap text-muted">
    <span aria-hidden="true" className={cn('size-2 shrink-0 rounded-full', dots[tone])} />
    {children}
  </span>
);
