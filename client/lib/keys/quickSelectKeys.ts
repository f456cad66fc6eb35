import type { QuickSelectId } from '#shared/lib/dateRange.ts';

/** The letter of each period, as in Plausible. */
export const quickSelectKeys: Record<QuickSelectId, string> = {
  today: 'd',
  yesterday: 'e',
  last7Days: 'w',
  last30Days: 't',
  monthToDate: 'm',
  lastMonth: 'p',
  yearToDate: 'y',
  lastYear: 'l',
};
