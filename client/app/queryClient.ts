import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#client/lib/api/ApiError.ts';
import { useUserStore } from '#client/stores/userStore.ts';

const turnRetries = 3;

/** The workspace has too many parallel reads. The response has a retry delay. */
const waitsForTurn = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'TOO_MANY_READS';

/** Cache of server data. Retries only throttled reads: screens have a retry button, and platforms count every request. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < turnRetries && waitsForTurn(error),
      retryDelay: (_failures, error) => ((waitsForTurn(error) ? error.retryAfterSeconds : null) ?? 1) * 1_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: 30_000,
    },
    // Lets a mutation fail at once while offline. A delayed mutation would surprise the person.
    mutations: { networkMode: 'always' },
  },
});

// Clears the cache before the next person's screens render, so that nobody sees another person's data.
useUserStore.subscribe((user, previous) => {
  if (user._id !== previous._id) queryClient.clear();
});
