import { useEffect } from 'react';
import { openSocket } from '#client/lib/socket.ts';
import type { SocketHandlers } from '#client/lib/socket.ts';
import { noteSocketActivity, resetSocket, setSocketConnected, setSocketUser } from '#client/stores/socketStore.ts';
import { readUser, updateUser, useUserId } from '#client/stores/userStore.ts';
import { expireSession } from './expireSession.ts';

/**
 * What each event of the server does. This is the one place where features hook in: add a line which calls a plain
 * function of the feature, `export_error: handleExportError`. Stores are written through their setters, so no handler
 * needs a component.
 */
const handlers: SocketHandlers = {
  google_connected: () => updateUser({ google: true }),
  facebook_connected: () => updateUser({ facebook: true }),
  tiktok_connected: () => updateUser({ tiktok: true }),
};

/**
 * Runs after every connection, the first and each later one: the place to ask for what was announced meanwhile. Add a
 * line per feature.
 */
const handleConnected = (): void => undefined;

/** Keeps the live connection open while somebody is signed in, and closed otherwise. */
export const useSocketEvents = (): void => {
  const userId = useUserId();
  useEffect(() => {
    if (userId === '') return undefined;
    const { token } = readUser();
    setSocketUser(userId);
    const close = openSocket({
      userId,
      token,
      handlers,
      onConnectedChange: (isConnected) => {
        setSocketConnected(isConnected);
        if (isConnected) handleConnected();
      },
      onActivity: noteSocketActivity,
      onSessionExpired: () => expireSession(token),
    });
    return () => {
      close();
      resetSocket();
    };
  }, [userId]);
};
