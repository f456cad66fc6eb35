import type { ReactNode } from 'react';
import { cn } from '#client/lib/cn.ts';

const tones = {
  neutral: 'border-hairline bg-hover text-fg',
  success: 'border-transparent bg-success-tint text-success',
  warning: 'border-transparent bg-warning-tint text-warning',
  danger: 'border-transparent bg-danger-tint text-danger',
} as const;
export type Tone = keyof typeof tones;

export const Badge = ({ tone = 'neutral', title, children }: { tone?: Tone; title?: string; children: ReactNode }) => (
  <span
    title={title}
    className={cn(
      'inline-flex h-5 items-center gap-1 rounded-sm border px-1.5 text-xs font-medium whitespace-nowrap [&>svg]:size-3',
      tones[tone],
    )}
  >
    {children}
  </span>
);
