import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { session } from '#client/lib/api/session.ts';
import { restart, showRestart } from '#client/features/workspaces/restart.ts';
import { AppLayout } from './layout/AppLayout.tsx';
import { expireSession } from './expireSession.ts';
import { queryClient } from './queryClient.ts';
import { useSession } from './useSession.ts';
import { useSocketEvents } from './useSocketEvents.ts';

session.onSessionExpired = expireSession;
session.onWorkspaceChanged = (message) => restart(message, false);

/** Frame around every signed-in screen, in its own chunk so that sign-in does not wait for it. */
export const UserShell = () => {
  useEffect(showRestart, []);
  useSession();
  useSocketEvents();
  return (
    <QueryClientProvider client={queryClient}>
      <AppLayout />
    </QueryClientProvider>
  );
};
