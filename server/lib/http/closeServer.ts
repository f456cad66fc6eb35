import { Server as NetServer } from 'node:net';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export type CloseOptions = {
  /**
   * How long idle connections stay open, in case a client is just sending a request. That request is answered with
   * `Connection: close`.
   */
  drainMs?: number;
  /** Requests still running after this time (from the call) are cut, except long requests. */
  timeoutMs?: number;
  /**
   * The same for long requests. Must be below the supervisor's limit: see `stop_grace_period` in docker-compose.yml.
   */
  longTimeoutMs?: number;
};

export type CloseServer = (options?: CloseOptions) => Promise<{ requestsCut: number }>;

/**
 * Tracks a server's connections so that it can close without cutting accepted requests. The returned function stops
 * listening at once, announces the end with each response, and resolves when the last connection is gone. WebSockets
 * never end by themselves, so they are ended at once: their clients reconnect elsewhere.
 * @param isLong which requests may take longer than others
 */
export const createServerCloser = (
  server: Server,
  isLong: (request: IncomingMessage) => boolean = () => false,
): CloseServer => {
  const running = new Map<ServerResponse, IncomingMessage>();
  const upgraded = new Set<Duplex>();
  let closing: Promise<{ requestsCut: number }> | null = null;
  let drained = false;

  server.prependListener('request', (request, response) => {
    running.set(response, request);
    if (closing) response.setHeader('Connection', 'close');
    response.once('close', () => {
      running.delete(response);
      // A response that began before the close was announced leaves its connection open.
      if (drained) setImmediate(() => server.closeIdleConnections());
    });
  });
  server.prependListener('upgrade', (_request, socket: Duplex) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    if (closing) socket.end();
  });

  const close = async ({
    drainMs = 1500,
    timeoutMs = 6000,
    longTimeoutMs = 20_000,
  }: CloseOptions): Promise<{ requestsCut: number }> => {
    let requestsCut = 0;
    for (const response of running.keys()) if (!response.headersSent) response.setHeader('Connection', 'close');
    for (const socket of upgraded) socket.end();
    const drainTimer = setTimeout(() => {
      drained = true;
      server.closeIdleConnections();
    }, drainMs);
    const cutAll = (): void => {
      requestsCut += running.size;
      server.closeAllConnections();
    };
    let longTimer: NodeJS.Timeout | undefined;
    const cutTimer = setTimeout(() => {
      for (const socket of upgraded) socket.destroy();
      const short = [...running.values()].filter((request) => !isLong(request));
      if (short.length === running.size) {
        cutAll();
        return;
      }
      requestsCut = short.length;
      for (const { socket } of short) socket.destroy();
      server.closeIdleConnections();
      longTimer = setTimeout(cutAll, longTimeoutMs - timeoutMs);
    }, timeoutMs);
    try {
      await new Promise<void>((resolve, reject) => {
        // The HTTP server's own close() would also end connections that are briefly idle between two requests.
        NetServer.prototype.close.call(server, (error) => (error ? reject(error) : resolve()));
      });
    } finally {
      clearTimeout(drainTimer);
      clearTimeout(cutTimer);
      clearTimeout(longTimer);
    }
    return { requestsCut };
  };

  return (options = {}) => (closing ??= close(options));
};
