import type { SocketServer } from './createSocketServer.ts';
import { EventAdapter } from './EventAdapter.ts';

/**
 * Sends the last events and ends all sockets. Also closes the attached HTTP server and waits for its open requests.
 */
export const closeSocketServer = async (io: SocketServer): Promise<void> => {
  // Socket.IO's own close requires a listener.
  const isAttached = (io.httpServer as unknown) !== undefined;
  const { adapter } = io.of('/');
  if (isAttached) await io.close();
  else await adapter.close();
  if (adapter instanceof EventAdapter) await adapter.settle();
};
