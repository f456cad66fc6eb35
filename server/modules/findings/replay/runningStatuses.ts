import type { AdStatus } from '#shared/campaigns.ts';

/** Statuses of campaigns, ad sets and ads that spend, or would spend if the platform allowed it. */
export const runningStatuses: readonly AdStatus[] = ['delivering', 'learning', 'in-review', 'out-of-budget'];

/** A status in the terms of the detector. */
export const toDetectorStatus = (status: string | null): 'active' | 'paused' | 'ended' => {
  if (runningStatuses.some((each) => each === status)) return 'active';
  return status === 'ended' || status === 'deleted' ? 'ended' : 'paused';
};
