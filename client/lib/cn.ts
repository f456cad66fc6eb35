import { clsx } from 'clsx';
import type { ClassValue } from 'clsx';

/** Joins class names and drops falsy parts. */
export const cn = (...parts: ClassValue[]): string => clsx(parts);
