import type { SocketServer } from './createSocketServer.ts';

/**
 * Ends all sockets and the LISTEN connection. Also closes the attached HTTP server and waits for its open requests.
 * Call it before closing the pool.
 */
export const closeSocketServer = async (io: SocketServer): Promise<void> => {
  // Socket.IO's own close requires a listener.
  const isAttached = (io.httpServer as unknown) !== undefined;
  if (isAttached) await io.close();
  else await io.of('/').adapter.close();
};
