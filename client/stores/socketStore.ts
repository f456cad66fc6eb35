import { create } from 'zustand';

type SocketState = {
  isConnected: boolean;
  userId: string | null;
  /** Milliseconds since 1970 of the last message. */
  lastActivity: number | null;
  connectionStatus: string;
};

const defaults = (): SocketState => ({
  isConnected: false,
  userId: null,
  lastActivity: null,
  connectionStatus: 'disconnected',
});

/** State of the live connection. Not persisted. */
export const useSocketStore = create<SocketState>()(defaults);

/** Also sets the status text. */
export const setSocketConnected = (isConnected: boolean): void =>
  useSocketStore.setState({
    isConnected,
    connectionStatus: isConnected ? 'connected' : 'disconnected',
    ...(isConnected ? { lastActivity: Date.now() } : {}),
  });

export const setSocketUser = (userId: string | null): void => useSocketStore.setState({ userId });
export const recordSocketActivity = (): void => useSocketStore.setState({ lastActivity: Date.now() });

/** Shown until the connected flag changes. */
export const setConnectionStatus = (connectionStatus: string): void => useSocketStore.setState({ connectionStatus });

export const resetSocket = (): void => useSocketStore.setState(defaults());
