/** Longest time for a whole request to arrive: 100,000 rows over a slow line. Small bodies have their own limit. */
export const uploadTimeoutMs = 10 * 60_000;
