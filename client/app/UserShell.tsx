import { QueryClientProvider } from '@tanstack/react-query';
import { session } from '#client/lib/api/session.ts';
import { AppLayout } from './layout/AppLayout.tsx';
import { expireSession } from './expireSession.ts';
import { queryClient } from './queryClient.ts';
import { useSession } from './useSession.ts';
import { useSocketEvents } from './useSocketEvents.ts';

session.onSessionExpired = expireSession;

/** What every signed-in screen stands in; a chunk of its own, which the sign-in need not wait for. */
export const UserShell = () => {
  useSession();
  useSocketEvents();
  return (
    <QueryClientProvider client={queryClient}>
      <AppLayout />
    </QueryClientProvider>
  );
};
