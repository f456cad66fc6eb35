import type { QueryKey } from '@tanstack/react-query';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { queryClient } from './queryClient.ts';

/**
 * Creates a function that reloads the visible queries below a key. Hints come in bursts. All hints during a load trigger
 * a single load after it, so that no load is canceled.
 */
const createRefresh = (queryKey: QueryKey): (() => void) => {
  let isStale = false;
  let reading: Promise<void> | undefined;
  return () => {
    isStale = true;
    const readOn = async (): Promise<void> => {
      while (isStale) {
        isStale = false;
        await queryClient.invalidateQueries({ queryKey });
      }
      reading = undefined;
    };
    reading ??= readOn();
  };
};

export const refreshCampaigns = createRefresh(queryKeys.campaigns.all);
export const refreshFindings = createRefresh(queryKeys.findings.all);
export const refreshOverview = createRefresh(queryKeys.overview.all);
