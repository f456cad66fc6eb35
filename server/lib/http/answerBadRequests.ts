import { STATUS_CODES } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { unreadBodyGraceMs } from './endUnreadBodies.ts';

/** Parser errors with a status other than 400, as Node answers them. */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Answers requests that Node's parser refuses, such as an unknown method or a control character in a header. Node would
 * close the connection at once, and further data from the client would reset it. A proxy would then take this server
 * for dead and redirect other people's calls. So the rest is read and dropped until the client is done, for at most
 * `graceMs`.
 */
export const answerBadRequests = (server: Server, graceMs = unreadBodyGraceMs): void => {
  const responses = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();
  server.prependListener('request', (request, response) => responses.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // The parser reports each further part of a refused request.
    if (refused.has(socket)) return;
    refused.add(socket);
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const timer = setTimeout(() => socket.destroy(), graceMs);
    socket.once('close', () => clearTimeout(timer));
    const response = responses.get(socket);
    const isOfItsBody = response?.req.complete === false;
    // A response to this connection's previous request, or one that has begun, ends by itself.
    if (response && !response.writableFinished && (response.headersSent || !isOfItsBody)) return;
    const status = statuses[error.code ?? ''] ?? 400;
    const answer = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
    const isAnswered = isOfItsBody && response?.writableFinished;
    socket.end(isAnswered ? '' : answer);
  });
};
