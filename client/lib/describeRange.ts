import { formatDay } from '#client/lib/format.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';

/** `Nov 15, 2026 – Nov 21, 2026`, or a single day. */
export const describeRange = ({ since, until }: DateRange): string =>
  since === until ? formatDay(since) : `${formatDay(since)} – ${formatDay(until)}`;
