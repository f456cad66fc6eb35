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
import type { HeaderValues } from '#server/web/security.ts';
import { isUpgradeRequest } from '#server/lib/http/socketHandshake.ts';
import { setForwardedHeaders } from './forwardedHeaders.ts';

export type ApiProxyOptions = {
  /** Origin of the API server. */
  target: string;
  /** Proxies in front of the web server. */
  trustedHops: number;
  /** Headers of every response, unless the API sets its own. */
  headers: HeaderValues;
  logger: Logger;
};

export type ApiProxy = {
  /** Forwards a request for one of the API's paths. Mount it before every body parser, because it streams the body. */
  handle: RequestHandler;
  /** For the `upgrade` event of a server that upgrades only socket handshakes. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
};

/** Browsers wait without limit; the API's own calls end before this. */
const answerTimeoutMs = 150_000;
const connectTimeoutMs = 5_000;
const maxConnections = 1024;

// A badly joined URL may begin with two slashes; the API accepts it, so it is forwarded.
const ofApi = /^\/+(?:api|auth|webhooks|operator|deletion|socket\.io)(?:[/?]|$)/;
export const isOfApi = (url: string): boolean => ofApi.test(url);
const ofSockets = /^\/+socket\.io(?:[/?]|$)/;

/** Hop-by-hop headers, which are never forwarded (RFC 9110, 7.6.1). */
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

const answerApiAway = (response: ServerResponse, headers: HeaderValues): void => {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.setHeaders(headers).writeHead(502, { ...jsonHeaders, 'Retry-After': '2' });
  response.end(apiAway);
};

/** Answers a handshake while the API is unreachable. */
const closeHandshake = (socket: Duplex): void => {
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy());
};

/** Without this a host that drops packets would block a request for the whole answer timeout. */
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

/** The API receives bodies up to this size before it answers. */
const smallBodyBytes = 16 * 1024;

/**
 * Closes the connection to the API if the response may have come before the whole body was read, and drops the rest.
 * nginx in front of the API discards what follows on such a connection, so the next person's call would fail.
 */
const endUnreadConnection = (proxyRequest: ClientRequest, request: IncomingMessage): void => {
  const { headers } = request;
  const bodyBytes = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
  proxyRequest.once('response', () => {
    if (bodyBytes > smallBodyBytes || !proxyRequest.writableFinished) proxyRequest.shouldKeepAlive = false;
  });
  proxyRequest.once('close', () => {
    request.unpipe(proxyRequest);
    request.resume();
  });
};

/** Alternating names and values. Node writes these faster than headers that are set one by one. */
const headersToPassOn = ({ headers, rawHeaders }: IncomingMessage, common: readonly [string, string][]): string[] => {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  const passed: string[] = [];
  for (const [name, value] of common) if (headers[name] === undefined) passed.push(name, value);
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    const known = name.toLowerCase();
    if (!neverPassedOn.has(known) && !named.includes(known)) passed.push(name, value);
  }
  return passed;
};

/**
 * Forwards the response byte by byte. The client connection is ours: this server decides whether it stays open (a
 * stopping server has marked the response), not the API's headers.
 */
const passAnswerOn = (answer: IncomingMessage, response: ServerResponse, common: readonly [string, string][]): void => {
  response.writeHead(answer.statusCode ?? 502, headersToPassOn(answer, common));
  answer.pipe(response);
};

/**
 * Proxy to the API server: `/api`, `/auth`, `/webhooks`, its own pages and the Socket.IO path, unchanged, and nothing
 * else.
 */
export const createApiProxy = ({ target, trustedHops, headers, logger }: ApiProxyOptions): ApiProxy => {
  const common = [...headers].map(([name, value]): [string, string] => [name, String(value)]);
  const Agent = target.startsWith('https:') ? HttpsAgent : HttpAgent;
  const proxy = createProxyMiddleware({
    target,
    agent: new Agent({ keepAlive: true, maxSockets: maxConnections }),
    selfHandleResponse: true,
    proxyTimeout: answerTimeoutMs,
    on: {
      proxyReq: (proxyRequest, request) => {
        limitConnectTime(proxyRequest);
        endUnreadConnection(proxyRequest, request);
      },
      proxyReqWs: limitConnectTime,
      proxyRes: (answer, _request, response) => passAnswerOn(answer, response, common),
      error: (error, request, response) => {
        // The API has responded and does not read the rest. The client's connection may already carry another request.
        if (response instanceof ServerResponse && response.writableEnded) return;
        logger.warn({ area: 'web', req: describeRequest(request), err: error }, 'The API cannot be reached');
        if (response instanceof ServerResponse) answerApiAway(response, headers);
        else closeHandshake(response);
      },
    },
  });

  return {
    handle: (request, response, next) => {
      // The server has already upgraded complete handshakes. Answer normally, so that the body is read and the proxy's
      // connection stays usable.
      if (ofSockets.test(request.url) && isUpgradeRequest(request)) {
        response.setHeaders(headers).writeHead(400, jsonHeaders).end(badHandshake);
        return;
      }
      setForwardedHeaders(request, trustedHops);
      for (const name of hopByHop) delete request.headers[name];
      // `error` above has answered failures; only errors before the forwarding are left for Express.
      void proxy(request, response, (error) => {
        if (response.headersSent) return;
        response.setHeaders(headers);
        next(error);
      });
    },
    upgrade: (request, socket, head) => {
      // An HTTP server only passes sockets; the type is wider.
      if (!(socket instanceof Socket)) {
        socket.destroy();
        return;
      }
      setForwardedHeaders(request, trustedHops);
      proxy.upgrade(request, socket, head);
    },
  };
};
