import { Server } from 'socket.io';
import type { Namespace, Socket } from 'socket.io';
import { socketLimits } from '#shared/limits.ts';
import { socketPath } from '#shared/socketEvents.ts';
import type { ClientToServerEvents, ServerToClientEvents } from '#shared/socketEvents.ts';
import type { Env } from '#server/config/env.ts';
import type { Caller } from '#server/lib/http/Caller.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { isAllowedOrigin } from './allowedOrigins.ts';
import { EventAdapter } from './EventAdapter.ts';
import type { EventDatabase } from './EventAdapter.ts';

/** The owner of a socket, as proved by its handshake. */
export type SocketData = Caller & { token: string };

/** Events between processes, besides the adapter's own. */
export type ServerEvents = { forget_sessions: (keys: string[], acknowledge?: () => void) => void };

export type SocketServer = Server<ClientToServerEvents, ServerToClientEvents, ServerEvents, SocketData>;
export type AppSocket = Socket<ClientToServerEvents, ServerToClientEvents, ServerEvents, SocketData>;

export type SocketServerOptions = { env: Env; logger: Logger; database: EventDatabase };

/**
 * A Socket.IO server without a listener. An `api` process attaches it to its HTTP server (`attachSocketServer`). A
 * process without sockets also creates one, to reach the sockets of other processes through PostgreSQL.
 * (@socket.io/postgres-emitter 0.1.1 writes messages that the current adapter cannot read.)
 */
export const createSocketServer = ({ env, logger, database }: SocketServerOptions): SocketServer => {
  const io: SocketServer = new Server({
    path: socketPath,
    serveClient: false,
    maxHttpBufferSize: socketLimits.maxFrameBytes,
    connectTimeout: socketLimits.connectTimeoutMs,
    // Compressing secrets together with attacker-chosen text leaks them, and the frames are small.
    perMessageDeflate: false,
    httpCompression: false,
    allowRequest: (request, answer) => {
      const isAllowed = isAllowedOrigin(env, request.headers.origin);
      if (!isAllowed)
        logger.info({ area: 'sockets', origin: request.headers.origin }, 'a socket from a foreign origin was refused');
      answer(isAllowed ? null : 'This origin may not open sockets here', isAllowed);
    },
  });
  // Socket.IO calls it with `new`.
  io.adapter(function createAdapter(namespace: Namespace) {
    return new EventAdapter(namespace, { pool: database.pool, listener: database.listener, logger });
  });
  return io;
};
