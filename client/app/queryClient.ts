import { QueryClient } from '@tanstack/react-query';
import { useUserStore } from '#client/stores/userStore.ts';

/**
 * What was read from the server. Nothing repeats a call by itself: a failure is shown with a way to try again, and
 * platforms count every request.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: 30_000 },
    // Offline, a change fails at once and says so. It must not happen later, when nobody expects it any more.
    mutations: { networkMode: 'always' },
  },
});

// Before anything is drawn for the next person: nobody sees what was read for somebody else.
useUserStore.subscribe((user, previous) => {
  if (user._id !== previous._id) queryClient.clear();
});
