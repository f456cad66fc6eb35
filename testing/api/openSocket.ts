import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { socketPath } from '#shared/socketEvents.ts';
import type { ClientToServerEvents, ServerToClientEvents } from '#shared/socketEvents.ts';

export type TestSocket = {
  socket: Socket<ServerToClientEvents, ClientToServerEvents>;
  /** All received events, in order. */
  received: { event: string; payload: Record<string, unknown> }[];
  /** Resolves after the handshake: null if it was accepted, otherwise the refusal. */
  handshake: Promise<(Error & { data?: { code?: string } }) | null>;
  close(): void;
};

type Handshake = { userId?: string; token?: string; openForMs?: number; headers?: Record<string, string> };

/** Connects as a browser does: the person in the query, the session in the auth field. */
export const openSocket = (url: string, { userId, token, openForMs, headers = {} }: Handshake): TestSocket => {
  const socket: TestSocket['socket'] = io(url, {
    path: socketPath,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    query: userId === undefined ? {} : { userId },
    auth: { ...(token === undefined ? {} : { token }), ...(openForMs === undefined ? {} : { openForMs }) },
    extraHeaders: headers,
  });
  const received: TestSocket['received'] = [];
  socket.onAny((event: string, payload: Record<string, unknown>) => received.push({ event, payload }));
  const handshake = new Promise<Error | null>((resolve) => {
    socket.once('connect', () => resolve(null));
    socket.once('connect_error', resolve);
  });
  return { socket, received, handshake, close: () => socket.disconnect() };
};
