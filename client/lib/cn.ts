import { clsx } from 'clsx';
import type { ClassValue } from 'clsx';

/** Joins class names; falsy parts are dropped. */
export const cn = (...parts: ClassValue[]): string => clsx(parts);
