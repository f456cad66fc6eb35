import type { Server } from 'node:http';

/** Long enough for a client that is still uploading to read its response. */
export const unreadBodyGraceMs = 5_000;

/**
 * Handles connections whose request was answered while its body was still arriving. With `Connection: close`, Node
 * would close at once and the uploading client would lose the response: the connection closes once the body is
 * complete. Otherwise Node would read a slow body for as long as a whole request may take, which is minutes: the
 * connection ends after `graceMs`.
 */
export const endUnreadBodies = (server: Server, graceMs = unreadBodyGraceMs): void => {
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
