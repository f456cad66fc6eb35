import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { listen } from '#server/lib/http/listen.ts';

export type Seen = { method: string; url: string; headers: IncomingHttpHeaders; connection: number };

export type Peer = {
  /** `127.0.0.1:3001`. */
  target: string;
  /** All received requests, in order. */
  seen: Seen[];
  end(): Promise<void>;
};

type Answering = (request: IncomingMessage, response: ServerResponse, peer: { name: string }) => void;

/** Answers with the peer's name. */
const answerWithName: Answering = (_request, response, { name }) => response.end(name);

let peers = 0;

/** An HTTP server behind nginx that records requests and answers as the test chooses. */
export const startPeer = async (answer: Answering = answerWithName, port = 0): Promise<Peer & { name: string }> => {
  peers += 1;
  const name = `peer ${peers}`;
  const seen: Seen[] = [];
  const connections = new Map<Duplex, number>();
  const note = ({ method = '', url = '', headers, socket }: IncomingMessage): void => {
    const connection = connections.get(socket) ?? connections.size + 1;
    connections.set(socket, connection);
    seen.push({ method, url, headers, connection });
  };
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    note(request);
    answer(request, response, { name });
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    note(request);
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n' + name);
  });
  const bound = await listen(server, '127.0.0.1', port);
  return {
    name,
    target: `127.0.0.1:${bound}`,
    seen,
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
