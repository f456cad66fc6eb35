import { isDay } from '#shared/lib/dateRange.ts';

const dayMs = 86_400_000;
/** Sheets: dates are days since 1899-12-30. */
const epochMs = Date.UTC(1899, 11, 30);

/** Serial number of a day, or null if the text is not a `YYYY-MM-DD` day. */
export const toSheetDate = (text: string): number | null =>
  isDay(text) ? Math.round((Date.parse(`${text}T00:00:00Z`) - epochMs) / dayMs) : null;
