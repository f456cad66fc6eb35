import { useEffect, useRef } from 'react';
import type { ComponentProps } from 'react';
import { cn } from '#client/lib/cn.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  /** Some, but not all, of the items are selected. */
  isIndeterminate?: boolean;
};

/** Needs a label or an `aria-label`. */
export const Checkbox = ({ isIndeterminate = false, className, ...rest }: CheckboxProps) => {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // HTML has no attribute for the indeterminate state.
    if (ref.current) ref.current.indeterminate = isIndeterminate;
  }, [isIndeterminate]);
  return (
    <input {...rest} ref={ref} type="checkbox" className={cn('size-4 shrink-0 rounded-sm accent-accent', className)} />
  );
};
