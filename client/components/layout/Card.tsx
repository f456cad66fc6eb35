import type { ReactNode } from 'react';
import { cn } from '#client/lib/cn.ts';

export const Card = ({ className, children }: { className?: string; children: ReactNode }) => (
  <section className={cn('rounded-md border border-hairline bg-surface p-4', className)}>{children}</section>
);
