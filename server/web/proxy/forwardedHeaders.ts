import type { IncomingMessage } from 'node:http';
import { requestIdHeader } from '#server/lib/http/logRequests.ts';

const firstValue = (value: string | string[] | undefined): string | undefined =>
  (Array.isArray(value) ? value.join(',') : value)?.split(',')[0]?.trim();

/**
 * Rewrites the forwarding headers so that the API can trust them: one client address, scheme and host, and our request
 * id. A client's own claims count only as far as trusted proxies are in front.
 * @param trustedHops proxies in front of the web server, 0 when browsers reach it directly
 */
export const setForwardedHeaders = (request: IncomingMessage, trustedHops: number): void => {
  const { headers } = request;
  const claimed = (headers['x-forwarded-for'] ?? '').toString().split(',');
  const nearestFirst = claimed.map((address) => address.trim()).filter((address) => address !== '');
  nearestFirst.reverse();
  const chain = [request.socket.remoteAddress ?? '', ...nearestFirst];
  const isTrusted = trustedHops > 0;
  const scheme = isTrusted ? firstValue(headers['x-forwarded-proto']) : undefined;
  const host = isTrusted ? firstValue(headers['x-forwarded-host']) : undefined;

  headers['x-forwarded-for'] = chain[Math.min(trustedHops, chain.length - 1)] ?? '';
  headers['x-forwarded-proto'] = scheme === 'https' ? 'https' : 'http';
  headers['x-forwarded-host'] = host ?? headers.host ?? '';
  // Number of addresses before ours; `doctor` uses it to derive the number of proxies.
  headers['x-forwarded-count'] = String(nearestFirst.length);
  if (typeof request.id === 'string') headers[requestIdHeader] = request.id;
  else delete headers[requestIdHeader];
  for (const name of ['forwarded', 'x-real-ip', 'x-forwarded-port', 'x-forwarded-server']) delete headers[name];
};
