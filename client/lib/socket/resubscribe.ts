import type { Socket } from 'socket.io-client';

/**
 * Whoever polls, and loses the WebSocket at the very moment of changing over to it, polls no more: the connection counts as
 * open and brings nothing, until a ping is missed 45 s later. Then it is opened anew at once.
 */
export const resubscribe = (socket: Socket): void => {
  socket.io.on('open', () => {
    const { engine } = socket.io;
    engine.once('upgrading', () => engine.once('upgradeError', () => socket.disconnect().connect()));
  });
};
