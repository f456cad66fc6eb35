import { useEffect, useRef } from 'react';
import type { ComponentProps } from 'react';
import { cn } from '#client/lib/cn.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  /** Some, but not all, of what the box stands for. */
  isIndeterminate?: boolean;
};

/** A tick box; give it a label or an `aria-label`. */
export const Checkbox = ({ isIndeterminate = false, className, ...rest }: CheckboxProps) => {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // There is no attribute for the third state.
    if (ref.current) ref.current.indeterminate = isIndeterminate;
  }, [isIndeterminate]);
  return (
    <input {...rest} ref={ref} type="checkbox" className={cn('size-4 shrink-0 rounded-sm accent-accent', className)} />
  );
};
