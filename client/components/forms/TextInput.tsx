import type { ComponentProps } from 'react';
import { cn } from '#client/lib/cn.ts';
import { inputStyles } from './inputStyles.ts';

export const TextInput = ({ className, type = 'text', ...rest }: ComponentProps<'input'>) => (
  <input {...rest} type={type} className={cn(inputStyles, 'read-only:bg-hover', className)} />
);
