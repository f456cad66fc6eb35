import type { Socket } from 'socket.io-client';

/**
 * A client that loses the WebSocket during the upgrade from polling has stopped polling: the connection counts as open
 * but receives nothing until a ping is missed 45 s later. This reconnects at once.
 */
export const resubscribe = (socket: Socket): void => {
  socket.io.on('open', () => {
    const { engine } = socket.io;
    engine.once('upgrading', () => engine.once('upgradeError', () => socket.disconnect().connect()));
  });
};
