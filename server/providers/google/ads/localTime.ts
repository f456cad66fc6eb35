import { instantShowing, isTimeZone } from '#shared/lib/localTime.ts';

/** Google: the last day of campaigns without an end. */
const openYear = 2037;

/**
 * Converts `2026-03-01 00:00:00`, a time of the account's zone, to an instant.
 * @returns null for an open end, and for a missing or invalid time or zone
 */
export const toInstant = (local: string | null | undefined, timeZone: string | null | undefined): string | null => {
  const [, date = '', time = '00:00:00'] = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}:\d{2}))?$/.exec(local ?? '') ?? [];
  const shown = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(shown) || !timeZone || !isTimeZone(timeZone) || Number(date.slice(0, 4)) >= openYear) return null;
  return new Date(instantShowing(timeZone, shown)).toISOString();
};
