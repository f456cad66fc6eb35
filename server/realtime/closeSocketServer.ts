import type { SocketServer } from './createSocketServer.ts';

/**
 * Ends all sockets and the listening on PostgreSQL. Closes the HTTP server that the sockets were attached to as well,
 * and waits for its open requests. To be called before the pool is closed.
 */
export const closeSocketServer = async (io: SocketServer): Promise<void> => {
  // Socket.IO's own close takes for granted that there is a listener.
  const isAttached = (io.httpServer as unknown) !== undefined;
  if (isAttached) await io.close();
  else await io.of('/').adapter.close();
};
