import { exportResumeDays } from '#shared/limits.ts';

/** The rows of exports that ended before this time are deleted. */
export const resumableSince = (now: Date): Date => new Date(now.getTime() - exportResumeDays * 86_400_000);
