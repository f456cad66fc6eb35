import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { listen } from '#server/lib/http/listen.ts';

/** The configuration of a server in front of Leadlight, correct or not. */
export type EdgeBehavior = {
  /** The origin that it forwards to. */
  target: string;
  /** X-Forwarded-For: replaced, appended, passed through, or never set. */
  forwardedFor: 'overwrite' | 'append' | 'pass' | 'none';
  /** X-Forwarded-Host and -Proto: replaced or passed through. */
  otherHeaders: 'overwrite' | 'pass';
  /** Whether it forwards web sockets. */
  upgrades: boolean;
  /** Paths that it answers itself, with this status. */
  closed: { prefix: string; status: number; location?: string } | null;
};

export type Edge = {
  port: number;
  behave(change: Partial<EdgeBehavior>): void;
  reset(): void;
  close(): Promise<void>;
};

const withForwarding = (
  request: IncomingMessage,
  { forwardedFor, otherHeaders }: EdgeBehavior,
  scheme: string,
): OutgoingHttpHeaders => {
  const headers: OutgoingHttpHeaders = { ...request.headers };
  const client = request.socket.remoteAddress ?? '';
  const came = request.headers['x-forwarded-for']?.toString();
  if (forwardedFor === 'overwrite' || (forwardedFor === 'pass' && came === undefined))
    headers['x-forwarded-for'] = client;
  if (forwardedFor === 'append') headers['x-forwarded-for'] = came === undefined ? client : `${came}, ${client}`;
  if (otherHeaders === 'overwrite') {
    headers['x-forwarded-host'] = request.headers.host;
    headers['x-forwarded-proto'] = scheme;
  }
  return headers;
};

type EdgeOptions = { behavior: EdgeBehavior; port: number; tls?: { key: string; cert: string } };

/** Simulates an operator's server in front of Leadlight. */
export const startEdge = async ({ behavior, port, tls }: EdgeOptions): Promise<Edge> => {
  let current = behavior;
  const scheme = tls ? 'https' : 'http';

  const forward = (request: IncomingMessage) =>
    httpRequest(new URL(request.url ?? '/', current.target), {
      method: request.method,
      headers: withForwarding(request, current, scheme),
      agent: false,
    });
  const handle: RequestListener = (request: IncomingMessage, response: ServerResponse) => {
    const { closed } = current;
    if (closed && request.url?.startsWith(closed.prefix)) {
      response.writeHead(closed.status, closed.location === undefined ? {} : { location: closed.location }).end();
      return;
    }
    const onward = forward(request);
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    request.pipe(onward);
  };
  const upgrade = (request: IncomingMessage, socket: Duplex): void => {
    socket.on('error', () => socket.destroy());
    if (!current.upgrades) {
      socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    const onward = forward(request);
    onward.on('upgrade', (answer, upstream, head) => {
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(head);
      upstream.on('error', () => socket.destroy());
      upstream.pipe(socket);
      socket.pipe(upstream);
    });
    onward.on('response', ({ statusCode = 502 }) =>
      socket.end(`HTTP/1.1 ${statusCode} Refused\r\nContent-Length: 0\r\n\r\n`),
    );
    onward.on('error', () => socket.destroy());
    onward.end();
  };

  const server = tls ? createTlsServer(tls, handle) : createServer(handle);
  server.on('upgrade', upgrade);
  return {
    port: await listen(server, '127.0.0.1', port),
    behave: (change) => {
      current = { ...current, ...change };
    },
    reset: () => {
      current = behavior;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
