import { createRefresh } from '#client/lib/createRefresh.ts';

/** Prefix of all query keys of the campaigns. */
export const campaignsKey = ['campaigns'] as const;

/** Reloads visible campaigns. */
export const refreshCampaigns = createRefresh(campaignsKey);
