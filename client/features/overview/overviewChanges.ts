import { createRefresh } from '#client/lib/createRefresh.ts';

/** Prefix of all query keys of the overview. */
export const overviewKey = ['overview'] as const;

/** Reloads a visible overview. */
export const refreshOverview = createRefresh(overviewKey);
