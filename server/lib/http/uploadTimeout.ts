/** How long a whole request may take to arrive: 100,000 rows over a slow line. Small bodies have a limit of their own. */
export const uploadTimeoutMs = 10 * 60_000;
