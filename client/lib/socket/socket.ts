import type { Socket } from 'socket.io-client';
import { socketLimits } from '#shared/limits.ts';
import { socketPath } from '#shared/socketEvents.ts';
import type { ClientToServerEvents, ServerToClientEvents } from '#shared/socketEvents.ts';
import { resubscribe } from './resubscribe.ts';

type AppSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** What happens on an event of the server; every event may be left out. */
export type SocketHandlers = Partial<ServerToClientEvents>;

type SocketOptions = {
  userId: string;
  token: string;
  handlers: SocketHandlers;
  onConnectedChange: (isConnected: boolean) => void;
  /** Something arrived, whatever it was. */
  onActivity: () => void;
  /** The server does not accept the session any more. */
  onSessionExpired: () => void;
  /** Other than the page's own origin. */
  url?: string;
};

let current: AppSocket | undefined;

/** The refusal of a handshake carries its error code in `data`. */
const codeOf = (error: Error): unknown => {
  const data: unknown = 'data' in error ? error.data : null;
  return typeof data === 'object' && data !== null && 'code' in data ? data.code : null;
};

const listen = (socket: Socket, handlers: SocketHandlers): void => {
  for (const [event, handler] of Object.entries(handlers)) socket.on(event, handler);
};

const wire = (socket: AppSocket, options: SocketOptions): (() => void) => {
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  const connectLater = (): void => {
    retryTimer = setTimeout(() => socket.connect(), socketLimits.reconnectDelayMaxMs);
  };
  socket.on('connect', () => {
    options.onConnectedChange(true);
    // Rooms do not outlive a connection: every new one has to join again.
    socket.emit('join_user', options.userId);
  });
  socket.on('disconnect', (reason) => {
    options.onConnectedChange(false);
    // The library takes this reason for a farewell and does not come back by itself.
    if (reason === 'io server disconnect') connectLater();
  });
  socket.on('connect_error', (error) => {
    options.onConnectedChange(false);
    if (codeOf(error) === 'SESSION_EXPIRED') options.onSessionExpired();
    else if (!socket.active) connectLater();
  });
  resubscribe(socket);
  socket.onAny(() => options.onActivity());
  listen(socket, options.handlers);
  return () => clearTimeout(retryTimer);
};

/**
 * Opens the live connection of a signed-in person and keeps it open: after a loss it tries again for ever, after one to
 * five seconds. The library is fetched here, after the sign-in, rather than with the first page.
 *
 * @returns closes the connection for good
 */
export const openSocket = (options: SocketOptions): (() => void) => {
  let isClosed = false;
  let close: (() => void) | undefined;
  const start = async (): Promise<void> => {
    const { io } = await import('socket.io-client');
    if (isClosed) return;
    const socket: AppSocket = io(options.url ?? window.location.origin, {
      path: socketPath,
      query: { userId: options.userId },
      auth: { token: options.token },
      forceNew: true,
      // Each browser begins at a figure of its own and doubles it exactly: within 1 to 5 s, yet after a restart of the
      // server not all at the same moment. Without a number of attempts it never gives up.
      reconnectionDelay: socketLimits.reconnectDelayMs * (1 + Math.random()),
      reconnectionDelayMax: socketLimits.reconnectDelayMaxMs,
      randomizationFactor: 0,
      timeout: socketLimits.connectTimeoutMs,
    });
    const stopRetry = wire(socket, options);
    current = socket;
    close = () => {
      stopRetry();
      socket.removeAllListeners();
      socket.disconnect();
      if (current === socket) current = undefined;
    };
  };
  start().catch(() => {
    // The chunk could not be fetched: no live news until the next page load, everything else works.
    options.onConnectedChange(false);
  });
  return () => {
    isClosed = true;
    close?.();
    options.onConnectedChange(false);
  };
};

/**
 * Sends an event over the open connection.
 *
 * @returns false when there is no connection; nothing is kept for later, so that a stale request cannot start a job
 */
export const emitToServer = <E extends keyof ClientToServerEvents>(
  event: E,
  ...payload: Parameters<ClientToServerEvents[E]>
): boolean => {
  if (!current?.connected) return false;
  (current as Socket).emit(event, ...payload);
  return true;
};
