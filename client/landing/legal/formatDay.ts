/** UTC, because an ISO day means midnight UTC. Another server time zone could show the day before. */
const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `2026-11-21` as `November 21, 2026`, the same on every server. */
export const formatDay = (isoDay: string): string => longDay.format(new Date(isoDay));
