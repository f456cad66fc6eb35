import type { AdStatus } from '#shared/campaigns.ts';

/** Statuses in which an object spends, or would spend if the platform allowed it. */
export const runningStatuses: readonly AdStatus[] = ['delivering', 'learning', 'in-review', 'out-of-budget'];

/** Maps a status to the detector's terms. */
export const toDetectorStatus = (status: string | null): 'active' | 'paused' | 'ended' => {
  if (runningStatuses.some((each) => each === status)) return 'active';
  return status === 'ended' || status === 'deleted' ? 'ended' : 'paused';
};
