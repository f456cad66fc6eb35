import { socketLimits } from '#shared/limits.ts';
import { socketPath } from '#shared/socketEvents.ts';
import { unsetCurrent, setCurrent } from './emitToServer.ts';
import type { AppSocket } from './emitToServer.ts';
import { resubscribe } from './resubscribe.ts';

type SocketOptions = {
  userId: string;
  token: string;
  onConnectedChange: (isConnected: boolean) => void;
  /** Called for every server event. The payload is unchecked. */
  onEvent: (event: string, payload: unknown) => void;
  /** The server rejected the session. */
  onSessionExpired: () => void;
  /** Default: the page's own origin. */
  url?: string;
};

/** A rejected handshake has its error code in `data`. */
const codeOf = (error: Error): unknown => {
  const data: unknown = 'data' in error ? error.data : null;
  return typeof data === 'object' && data !== null && 'code' in data ? data.code : null;
};

const wire = (socket: AppSocket, options: SocketOptions): (() => void) => {
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  const connectLater = (): void => {
    retryTimer = setTimeout(() => socket.connect(), socketLimits.reconnectDelayMaxMs);
  };
  socket.on('connect', () => {
    options.onConnectedChange(true);
    // Rooms end with their connection, so each new connection must join again.
    socket.emit('join_user', options.userId);
  });
  socket.on('disconnect', (reason) => {
    options.onConnectedChange(false);
    // The library does not reconnect by itself for this reason.
    if (reason === 'io server disconnect') connectLater();
  });
  socket.on('connect_error', (error) => {
    options.onConnectedChange(false);
    if (codeOf(error) === 'SESSION_EXPIRED') options.onSessionExpired();
    else if (!socket.active) connectLater();
  });
  resubscribe(socket);
  socket.onAny((event: string, payload: unknown) => options.onEvent(event, payload));
  return () => clearTimeout(retryTimer);
};

/**
 * Opens the live connection of a signed-in person. Reconnects indefinitely, after one to five seconds. Loads the library
 * only here, after the sign-in.
 *
 * @returns a function that closes the connection permanently
 */
export const openSocket = (options: SocketOptions): (() => void) => {
  let isClosed = false;
  let hasConnected = false;
  let close: (() => void) | undefined;
  const start = async (): Promise<void> => {
    const { io } = await import('socket.io-client');
    if (isClosed) return;
    const socket: AppSocket = io(options.url ?? window.location.origin, {
      path: socketPath,
      query: { userId: options.userId },
      // The server repeats the hints since the page was opened. After a reconnect, the page reads its data again.
      auth: (give) =>
        give({ token: options.token, ...(hasConnected ? {} : { openForMs: Math.ceil(performance.now()) }) }),
      forceNew: true,
      // Each browser starts with a random delay and doubles it: within 1 to 5 s, but not all at the same moment after a
      // server restart. Without an attempt limit it never gives up.
      reconnectionDelay: socketLimits.reconnectDelayMs * (1 + Math.random()),
      reconnectionDelayMax: socketLimits.reconnectDelayMaxMs,
      randomizationFactor: 0,
      timeout: socketLimits.connectTimeoutMs,
    });
    socket.once('connect', () => {
      hasConnected = true;
    });
    const stopRetry = wire(socket, options);
    setCurrent(socket);
    close = () => {
      stopRetry();
      socket.removeAllListeners();
      socket.disconnect();
      unsetCurrent(socket);
    };
  };
  start().catch(() => {
    // The chunk could not be loaded: no live updates until the next page load, everything else works.
    options.onConnectedChange(false);
  });
  return () => {
    isClosed = true;
    close?.();
    options.onConnectedChange(false);
  };
};
