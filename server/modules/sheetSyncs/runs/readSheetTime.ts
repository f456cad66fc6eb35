/** `2025-11-05`, also with a time, a fraction and a zone as ISO 8601 writes them; a blank may stand for the T. */
const isoTime = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Years as four digits: PostgreSQL has no year 0, and reads none of five digits as JavaScript writes them. */
const years = { first: 1, last: 9999 } as const;

const validOrNull = (at: Date): Date | null => {
  // Of no time at all the year is NaN.
  const year = at.getUTCFullYear();
  return year >= years.first && year <= years.last ? at : null;
};

const readIsoTime = (text: string): Date | null => {
  const [, day, time = '00:00', zone = 'Z'] = isoTime.exec(text.trim()) ?? [];
  if (day === undefined) return null;
  return validOrNull(new Date(`${day}T${time}${zone.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2').toUpperCase()}`));
};

/** Seconds since 1970, or milliseconds where there are too many digits for seconds. */
const readUnixTime = (text: string): Date | null => {
  const digits = text.trim();
  if (/^\d{9,10}$/.test(digits)) return new Date(Number(digits) * 1000);
  return /^\d{12,13}$/.test(digits) ? new Date(Number(digits)) : null;
};

/**
 * When the form of a row was sent, as far as its columns tell without a guess: a time without a zone is UTC, and a date
 * such as 5/11/2025, which means two days, none.
 */
export const readSheetTime = ({ created_time, UNIX }: { created_time: string; UNIX: string }): Date | null =>
  readIsoTime(created_time) ?? readUnixTime(created_time) ?? readUnixTime(UNIX);
