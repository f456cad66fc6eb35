import { useQuery } from '@tanstack/react-query';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { useSocketStore } from '#client/stores/socketStore.ts';
import { getOverview } from '#shared/contracts/overview.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';

/** Poll interval while the server reads days and the live connection is down. */
const pollMs = 2500;
/** Reload interval for overdue leads, which no event reports. */
const overdueMs = 300_000;

/** Metrics of the range. The old metrics stay while another range loads. */
export const useOverview = ({ since, until }: DateRange) => {
  const isLive = useSocketStore((socket) => socket.isConnected);
  return useQuery({
    queryKey: queryKeys.overview.days({ since, until }),
    queryFn: async ({ signal }) => (await call(getOverview, { query: { since, until }, signal })).data,
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) => (!isLive && state.data?.isReading === true ? pollMs : overdueMs),
    staleTime: 0,
  });
};
