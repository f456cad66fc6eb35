/** In UTC, since an ISO day is midnight there: elsewhere the server's time zone could make it the day before. */
const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** An ISO day such as `2026-11-21` as `November 21, 2026`, the same on every server. */
export const formatDay = (isoDay: string): string => longDay.format(new Date(isoDay));
