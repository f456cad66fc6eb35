import type { Server } from 'node:http';

/** Long enough for a client that is still sending to read its answer. */
const defaultGraceMs = 5_000;

/**
 * Settles what becomes of a connection whose request has been answered while its body was still arriving. Node would close it at once
 * if the client asked for that, and the client would lose the answer with what it is sending: it is closed once the body is whole. And
 * Node would read a body that drips for as long as a whole request may take, which is minutes: the connection ends after `graceMs`.
 */
export const endUnreadBodies = (server: Server, graceMs = defaultGraceMs): void => {
  server.prependListener('request', (request, response) => {
    const { shouldKeepAlive } = response;
    const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
    if (!hasBody) return;
    response.shouldKeepAlive = true;
    request.once('end', () => {
      response.shouldKeepAlive = shouldKeepAlive;
    });
    response.once('finish', () => {
      if (request.complete) return;
      const timer = setTimeout(() => request.socket.destroy(), graceMs);
      request.once('close', () => {
        clearTimeout(timer);
        if (!shouldKeepAlive) request.socket.end();
      });
    });
  });
};
