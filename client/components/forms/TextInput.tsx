import type { ComponentProps } from 'react';
import { cn } from '#client/lib/cn.ts';
import { inputStyles } from './inputStyles.ts';

/** A line of text; takes a `ref`, as forms need it. */
export const TextInput = ({ className, type = 'text', ...rest }: ComponentProps<'input'>) => (
  <input {...rest} type={type} className={cn(inputStyles, 'read-only:bg-hover', className)} />
);
