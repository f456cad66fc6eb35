import type { IncomingMessage } from 'node:http';
import { socketPath } from '#shared/socketEvents.ts';

const keyPattern = /^[A-Za-z0-9+/]{22}==$/;

/** Whether a request asks for a WebSocket upgrade, even with an incomplete handshake. */
export const isUpgradeRequest = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket';

/**
 * Whether a request is a complete WebSocket handshake at the socket path (RFC 6455, 4.2.1). Servers upgrade nothing
 * else: later parts would close the connection without a response, and the proxy would count a failure of the process.
 */
export const isSocketHandshake = (request: IncomingMessage): boolean => {
  const { method, url = '', headers } = request;
  return (
    isUpgradeRequest(request) &&
    method === 'GET' &&
    url.startsWith(`${socketPath}/`) &&
    headers['sec-websocket-version'] === '13' &&
    keyPattern.test(headers['sec-websocket-key'] ?? '') &&
    (headers['content-length'] ?? '0') === '0' &&
    headers['transfer-encoding'] === undefined
  );
};
