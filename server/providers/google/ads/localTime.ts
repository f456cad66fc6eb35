/** Google: the last day of campaigns without an end. */
const openYear = 2037;

/**
 * Converts `2026-03-01 00:00:00`, a time of the account's zone, to an instant.
 * @returns null for an open end, and for a missing or invalid time or zone
 */
export const toInstant = (local: string | null | undefined, timeZone: string | null | undefined): string | null => {
  const [, date = '', time = '00:00:00'] = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}:\d{2}))?$/.exec(local ?? '') ?? [];
  const asUtc = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(asUtc) || !isTimeZone(timeZone) || Number(date.slice(0, 4)) >= openYear) return null;
  // The second step corrects the offset on days when clocks change.
  const guess = asUtc - offsetAt(asUtc, timeZone);
  return new Date(asUtc - offsetAt(guess, timeZone)).toISOString();
};

const isTimeZone = (name: string | null | undefined): name is string => {
  if (!name) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
};

const offsetAt = (instant: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const read = (wanted: string): number => Number(parts.find(({ type }) => type === wanted)?.value);
  return Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second')) - instant;
};
