import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server as SocketServer } from 'socket.io';
import type { Socket } from 'socket.io';
import { apiBase } from '#shared/contracts/endpoint.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';
import { socketPath } from '#shared/socketEvents.ts';
import type { ServerEventName, ServerEventPayload } from '#shared/socketEvents.ts';

type AnyEndpoint = Pick<Endpoint, 'method' | 'path'>;

/** A received request. `body` is the parsed JSON. */
export type SeenCall = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingMessage['headers'];
  body: unknown;
};

/** A response with a status other than 200 and a body, or a dropped connection. */
export type Failure = { status: number; body?: unknown; drop?: never } | { drop: true };

type Handler = (call: SeenCall) => Promise<unknown>;

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? undefined : (JSON.parse(text) as unknown);
};

const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path);

const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && ('status' in value || 'drop' in value);

const answer = (response: ServerResponse, value: unknown): void => {
  if (!isFailure(value)) {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ success: true, ...(value as object) }));
  } else if ('drop' in value && value.drop) {
    response.destroy();
  } else if ('status' in value) {
    response
      .writeHead(value.status, { 'content-type': 'application/json' })
      .end(value.body === undefined ? '' : JSON.stringify(value.body));
  }
};

/** A server over real HTTP and sockets. It follows the contracts and sends the responses that a test sets. */
export type FakeServer = {
  url: string;
  /** Sets the response of an endpoint: a body of the contract's type, a `Failure`, or a promise of either. */
  on: <B, Q, P, Answer>(
    endpoint: Endpoint<B, Q, P, Answer>,
    respond: (call: SeenCall) => Answer | Failure | Promise<Answer | Failure>,
  ) => void;
  /** Like `on`, but keeps an existing response. */
  onUnlessGiven: FakeServer['on'];
  /** Requests to an endpoint so far, or all requests. */
  calls: (endpoint?: AnyEndpoint) => SeenCall[];
  /** Requests without a response set. Checked after each test. */
  unexpected: string[];
  /** Whether every request has a response. */
  isIdle: () => boolean;
  sockets: () => Socket[];
  /** Events sent by clients, in order. */
  received: { event: string; payload: unknown[] }[];
  emit: <E extends ServerEventName>(event: E, payload: ServerEventPayload<E>) => void;
  /** Accepts later handshakes, or rejects them with the error. */
  admit: (refusal: (Error & { data?: unknown }) | null) => void;
  dropSockets: () => void;
  reset: () => void;
  close: () => Promise<void>;
};

export const startFakeServer = async (): Promise<FakeServer> => {
  const handlers: { endpoint: AnyEndpoint; handle: Handler }[] = [];
  const seen: (SeenCall & { endpoint?: AnyEndpoint })[] = [];
  const unexpected: string[] = [];
  const received: FakeServer['received'] = [];
  let refusal: Error | null = null;

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://fake.test');
    const path = url.pathname.slice(apiBase.length);
    const method = request.method ?? 'GET';
    const call: SeenCall = {
      method,
      path,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: await readBody(request),
    };
    const known = handlers.findLast(({ endpoint }) => endpoint.method === method && matches(endpoint.path, path));
    seen.push({ ...call, endpoint: known?.endpoint });
    if (!known) {
      unexpected.push(`${method} ${url.pathname}`);
      answer(response, { status: 404, body: { success: false, message: 'unexpected in this test' } });
      return;
    }
    answer(response, await known.handle(call));
  };

  const openAnswers = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith(apiBase)) return;
    openAnswers.add(response);
    response.on('close', () => openAnswers.delete(response));
    serve(request, response).catch((error: unknown) => {
      unexpected.push(String(error));
      response.destroy();
    });
  });
  const sockets = new SocketServer(server, { path: socketPath });
  sockets.use((_socket, next) => (refusal ? next(refusal) : next()));
  sockets.on('connection', (socket) => {
    socket.onAny((event: string, ...payload: unknown[]) => received.push({ event, payload }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const on: FakeServer['on'] = (endpoint, respond) => {
    handlers.push({ endpoint, handle: async (call) => respond(call) });
  };
  return {
    url: `http://127.0.0.1:${port}`,
    on,
    onUnlessGiven: (endpoint, respond) => {
      if (!handlers.some((known) => known.endpoint.path === endpoint.path && known.endpoint.method === endpoint.method))
        on(endpoint, respond);
    },
    calls: (endpoint) =>
      seen.filter((call) => !endpoint || (call.method === endpoint.method && matches(endpoint.path, call.path))),
    unexpected,
    isIdle: () => openAnswers.size === 0,
    sockets: () => [...sockets.sockets.sockets.values()],
    received,
    emit: (event, payload) => {
      sockets.emit(event, payload);
    },
    admit: (next) => {
      refusal = next;
    },
    dropSockets: () => sockets.disconnectSockets(true),
    reset: () => {
      handlers.length = 0;
      seen.length = 0;
      unexpected.length = 0;
      received.length = 0;
      refusal = null;
      sockets.disconnectSockets(true);
      // A failed test may have left a request without a response.
      for (const response of openAnswers) response.destroy();
      openAnswers.clear();
    },
    close: async () => {
      // A hard disconnect would be reported as an error of a closed page.
      sockets.disconnectSockets(true);
      const closing = sockets.close();
      server.closeIdleConnections();
      await closing;
    },
  };
};
