/** `2025-11-05`, with an optional ISO 8601 time, fraction and zone. A space may replace the T. */
const isoTime = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Years with four digits: PostgreSQL has no year 0 and cannot read JavaScript's years of five digits. */
const years = { first: 1, last: 9999 } as const;

const validOrNull = (at: Date): Date | null => {
  // An invalid time has the year NaN.
  const year = at.getUTCFullYear();
  return year >= years.first && year <= years.last ? at : null;
};

const readIsoTime = (text: string): Date | null => {
  const [, day, time = '00:00', zone = 'Z'] = isoTime.exec(text.trim()) ?? [];
  if (day === undefined) return null;
  return validOrNull(new Date(`${day}T${time}${zone.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2').toUpperCase()}`));
};

/** Seconds since 1970, or milliseconds if there are too many digits for seconds. */
const readUnixTime = (text: string): Date | null => {
  const digits = text.trim();
  if (/^\d{9,10}$/.test(digits)) return new Date(Number(digits) * 1000);
  return /^\d{12,13}$/.test(digits) ? new Date(Number(digits)) : null;
};

/**
 * The submission time of a row, if its columns are unambiguous. A time without a zone is UTC. A date such as 5/11/2025
 * is ambiguous and ignored.
 */
export const readRowTime = ({ created_time, UNIX }: { created_time: string; UNIX: string }): Date | null =>
  readIsoTime(created_time) ?? readUnixTime(created_time) ?? readUnixTime(UNIX);
