import { createAdapter } from '@socket.io/postgres-adapter';
import type { Pool, PoolClient } from 'pg';
import { Server } from 'socket.io';
import type { Socket } from 'socket.io';
import { socketLimits } from '#shared/limits.ts';
import { socketPath } from '#shared/socketEvents.ts';
import type { ClientToServerEvents, ServerToClientEvents } from '#shared/socketEvents.ts';
import type { Env } from '#server/config/env.ts';
import type { Caller } from '#server/lib/http/Caller.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { isAllowedOrigin } from './allowedOrigins.ts';

/** The owner of a socket, as proved by its handshake. */
export type SocketData = Caller & { token: string };

/** No server-to-server events besides the adapter's own. */
type NoServerEvents = Record<string, never>;

export type SocketServer = Server<ClientToServerEvents, ServerToClientEvents, NoServerEvents, SocketData>;
export type AppSocket = Socket<ClientToServerEvents, ServerToClientEvents, NoServerEvents, SocketData>;

export type SocketServerOptions = { env: Env; logger: Logger; pool: Pool };

/** Cleanup interval of the adapter's stored messages. They are rare, because only very long ones are stored. */
const attachmentSweepMs = 10 * 60_000;

/**
 * Wraps the pool for the adapter. When its LISTEN connection breaks, the adapter opens a new one without releasing the
 * old: each database restart would leak a connection. Here the adapter has at most one.
 * @param onReturn called when the adapter listens again
 */
const releasingBroken = (pool: Pool, onReturn: () => void): Pool => {
  let releaseLast = (): void => {};
  let last: PoolClient | null = null;
  let hasListened = false;
  const connect = async (): Promise<PoolClient> => {
    const client = await pool.connect();
    const release = client.release.bind(client);
    let isReleased = false;
    client.release = (reason) => {
      if (!isReleased) release(reason);
      isReleased = true;
    };
    // A connection that breaks at its LISTEN is replaced twice. The adapter must not replace the first replacement, whose
    // end comes from here, or both would replace each other without end.
    last?.removeAllListeners('end');
    last = client;
    releaseLast();
    releaseLast = () => client.release(true);
    client.once('end', releaseLast);
    // The first statement of a connection is the LISTEN.
    client.once('drain', () => {
      if (hasListened) onReturn();
      hasListened = true;
    });
    if (pool.ending) {
      releaseLast();
      throw new Error('the database is being closed');
    }
    return client;
  };
  return Object.assign(Object.create(pool), { connect, query: pool.query.bind(pool) });
};

/**
 * A Socket.IO server without a listener. An `api` process attaches it to its HTTP server (`attachSocketServer`). A
 * process without sockets also creates one, to reach the sockets of other processes through PostgreSQL.
 * (@socket.io/postgres-emitter 0.1.1 writes messages that the current adapter cannot read.)
 */
export const createSocketServer = ({ env, logger, pool }: SocketServerOptions): SocketServer => {
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
  // Events of the time without LISTEN are lost, ends of sessions too. New handshakes check the sessions, and clients read
  // what they have missed.
  const reopenSockets = (): void => {
    for (const { conn } of io.sockets.sockets.values()) conn.close();
  };
  io.adapter(
    createAdapter(releasingBroken(pool, reopenSockets), {
      cleanupInterval: attachmentSweepMs,
      errorHandler: (error) =>
        logger.error({ area: 'sockets', err: error }, 'sockets of other instances could not be reached'),
    }),
  );
  return io;
};
