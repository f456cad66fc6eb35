import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '#client/lib/cn.ts';
import { inputStyles } from './inputStyles.ts';

export const Select = ({ className, children, ...rest }: ComponentProps<'select'>) => (
  <div className={cn('relative', className)}>
    <select {...rest} className={cn(inputStyles, 'appearance-none pr-9')}>
      {children}
    </select>
    <ChevronDown
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
    />
  </div>
);
