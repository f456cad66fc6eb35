import type { Server } from 'node:http';

/** Long enough for a client that is still sending to read its answer. */
const defaultGraceMs = 5_000;

/**
 * Ends a connection whose request has been answered while its body was still arriving. Node would read the rest of the body for as
 * long as a whole request may take, which is minutes for a body that drips.
 */
export const endUnreadBodies = (server: Server, graceMs = defaultGraceMs): void => {
  server.on('request', (request, response) => {
    response.once('finish', () => {
      if (request.complete) return;
      const timer = setTimeout(() => request.socket.destroy(), graceMs);
      request.once('close', () => clearTimeout(timer));
    });
  });
};
