import { Agent as HttpAgent, ServerResponse } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RequestHandler } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { ErrorCode } from '#shared/errorCodes.ts';
import { messages } from '#shared/messages.ts';
import { describeRequest } from '#server/lib/http/logRequests.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { isUpgradeRequest } from '#server/lib/http/socketHandshake.ts';
import { setForwardedHeaders } from './forwardedHeaders.ts';

export type ApiProxyOptions = {
  /** Origin of the API server. */
  target: string;
  /** Proxies in front of the web server. */
  trustedHops: number;
  logger: Logger;
};

export type ApiProxy = {
  /** Forwards the API's paths and passes on the rest; stands before every body parser, since it streams the body. */
  handle: RequestHandler;
  /** For the `upgrade` event of a server that upgrades socket handshakes only. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
};

/** Browsers wait without limit; the API's own calls end before this. */
const answerTimeoutMs = 150_000;
const connectTimeoutMs = 5_000;
const maxConnections = 1024;

// A carelessly joined address may begin with two slashes; the API takes it, so it has to get there.
const forwarded = /^\/+(?:api|auth|webhooks|operator|deletion|socket\.io)(?:[/?]|$)/;
const ofSockets = /^\/+socket\.io(?:[/?]|$)/;

/** Headers that belong to one connection and never travel on (RFC 9110, 7.6.1). */
const hopByHop = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
];

const neverPassedOn = new Set([...hopByHop, 'transfer-encoding']);

const jsonHeaders = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };

const failure = (code: ErrorCode, message: string): string => JSON.stringify({ success: false, message, code });
const apiAway = failure('UNAVAILABLE', messages.server.apiAway);
const badHandshake = failure('VALIDATION', messages.validation.invalidRequest);

const answerApiAway = (response: ServerResponse): void => {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(502, { ...jsonHeaders, 'Retry-After': '2' });
  response.end(apiAway);
};

/** Answers a handshake while the API is away. */
const closeHandshake = (socket: Duplex): void => {
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy());
};

/** Without this a machine that swallows packets would hold a request for as long as a slow answer may take. */
const limitConnectTime = (proxyRequest: ClientRequest): void => {
  const { socket } = proxyRequest;
  if (!socket?.connecting) return;
  const timer = setTimeout(
    () => proxyRequest.destroy(new Error('The API did not take the connection')),
    connectTimeoutMs,
  );
  socket.once('connect', () => clearTimeout(timer));
  proxyRequest.once('close', () => clearTimeout(timer));
};

/**
 * Passes the answer on byte by byte. The connection to the client is ours: whether it stays open is decided here (a
 * server that is stopping has marked the response) and not by the API's headers.
 */
const passAnswerOn = (answer: IncomingMessage, _request: IncomingMessage, response: ServerResponse): void => {
  const named = (answer.headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined && !neverPassedOn.has(name) && !named.includes(name)) response.setHeader(name, value);
  response.writeHead(answer.statusCode ?? 502);
  answer.pipe(response);
};

/** The way to the API server: `/api`, `/auth`, `/webhooks`, its own pages and the Socket.IO path, unchanged; nothing else gets there. */
export const createApiProxy = ({ target, trustedHops, logger }: ApiProxyOptions): ApiProxy => {
  const Agent = target.startsWith('https:') ? HttpsAgent : HttpAgent;
  const proxy = createProxyMiddleware({
    target,
    agent: new Agent({ keepAlive: true, maxSockets: maxConnections }),
    selfHandleResponse: true,
    proxyTimeout: answerTimeoutMs,
    on: {
      proxyReq: limitConnectTime,
      proxyReqWs: limitConnectTime,
      proxyRes: passAnswerOn,
      error: (error, request, response) => {
        logger.warn({ area: 'web', req: describeRequest(request), err: error }, 'The API cannot be reached');
        if (response instanceof ServerResponse) answerApiAway(response);
        else closeHandshake(response);
      },
    },
  });

  return {
    handle: (request, response, next) => {
      if (!forwarded.test(request.url)) {
        next();
        return;
      }
      // A complete handshake never gets here: the server has upgraded it. The answer is an ordinary one, so that the body is read and the
      // connection to the proxy in front stays in order.
      if (ofSockets.test(request.url) && isUpgradeRequest(request)) {
        response.writeHead(400, jsonHeaders).end(badHandshake);
        return;
      }
      setForwardedHeaders(request, trustedHops);
      for (const name of hopByHop) delete request.headers[name];
      // Failures have been answered by `error` above; only what happens before the forwarding is left for Express.
      void proxy(request, response, (error) => (response.headersSent ? undefined : next(error)));
    },
    upgrade: (request, socket, head) => {
      // An HTTP server hands out nothing else; the type alone is wider.
      if (!(socket instanceof Socket)) {
        socket.destroy();
        return;
      }
      setForwardedHeaders(request, trustedHops);
      proxy.upgrade(request, socket, head);
    },
  };
};
