import { exportResumeDays } from '#shared/limits.ts';

/** Exports that ended before this moment have no rows any more. */
export const resumableSince = (now: Date): Date => new Date(now.getTime() - exportResumeDays * 86_400_000);
