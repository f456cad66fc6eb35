import { create } from 'zustand';

type SocketState = {
  isConnected: boolean;
  userId: string | null;
  /** Milliseconds since 1970 of the last sign of life. */
  lastActivity: number | null;
  connectionStatus: string;
};

const defaults = (): SocketState => ({
  isConnected: false,
  userId: null,
  lastActivity: null,
  connectionStatus: 'disconnected',
});

/** The live connection as the app sees it; a new page load starts anew. */
export const useSocketStore = create<SocketState>()(defaults);

/** The status text follows the flag. */
export const setSocketConnected = (isConnected: boolean): void =>
  useSocketStore.setState({
    isConnected,
    connectionStatus: isConnected ? 'connected' : 'disconnected',
    ...(isConnected ? { lastActivity: Date.now() } : {}),
  });

export const setSocketUser = (userId: string | null): void => useSocketStore.setState({ userId });
export const recordSocketActivity = (): void => useSocketStore.setState({ lastActivity: Date.now() });

/** A text of its own, until the connected flag changes next. */
export const setConnectionStatus = (connectionStatus: string): void => useSocketStore.setState({ connectionStatus });

export const resetSocket = (): void => useSocketStore.setState(defaults());
