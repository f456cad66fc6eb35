import { QueryClient } from '@tanstack/react-query';
import { useUserStore } from '#client/stores/userStore.ts';

/** Cache of server data. No automatic retries: failures offer a retry button, and platforms count every request. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: 30_000 },
    // Offline, a mutation fails at once. A delayed one would surprise the person.
    mutations: { networkMode: 'always' },
  },
});

// Clears the cache before the next person's screens render, so that nobody sees another person's data.
useUserStore.subscribe((user, previous) => {
  if (user._id !== previous._id) queryClient.clear();
});
