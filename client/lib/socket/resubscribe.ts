import type { Socket } from 'socket.io-client';

/**
 * Reconnects at once when the WebSocket is lost during the upgrade from polling. The client has stopped polling by then,
 * so the connection would count as open but receive nothing until a ping is missed 45 s later.
 */
export const resubscribe = (socket: Socket): void => {
  socket.io.on('open', () => {
    const { engine } = socket.io;
    engine.once('upgrading', () => engine.once('upgradeError', () => socket.disconnect().connect()));
  });
};
