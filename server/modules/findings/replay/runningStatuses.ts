import type { AdStatus } from '#shared/campaigns.ts';

/** Of campaigns, ad sets and ads that may spend, or would if the platform let them. */
export const runningStatuses: readonly AdStatus[] = ['delivering', 'learning', 'in-review', 'out-of-budget'];

/** What the detector knows of a status. */
export const toDetectorStatus = (status: string | null): 'active' | 'paused' | 'ended' => {
  if (runningStatuses.some((each) => each === status)) return 'active';
  return status === 'ended' || status === 'deleted' ? 'ended' : 'paused';
};
