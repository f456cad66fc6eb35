import { localDay } from '#shared/lib/dateRange.ts';

const monthAt = (date: Date): string => localDay(date).slice(0, 7);

/** This month and the next one, as `YYYY-MM`. */
export const monthsToPlan = (now = new Date()): readonly [string, string] => [
  monthAt(now),
  monthAt(new Date(now.getFullYear(), now.getMonth() + 1, 1)),
];

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `November 2026` */
export const describeMonth = (month: string): string => monthName.format(new Date(`${month}-01T00:00:00Z`));
