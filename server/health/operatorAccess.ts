import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Env } from '#server/config/env.ts';
import { readBearer } from '#server/lib/http/readBearer.ts';

export type Caller = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } };

type TokenEnv = Pick<Env, 'OPERATOR_TOKEN'>;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares with OPERATOR_TOKEN in constant time. Without OPERATOR_TOKEN, no token is valid. */
export const isOperatorToken = ({ OPERATOR_TOKEN }: TokenEnv, given: string | null): boolean =>
  OPERATOR_TOKEN !== undefined && given !== null && timingSafeEqual(digest(given), digest(OPERATOR_TOKEN));

const loopbackAddress = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i;
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;
/** A proxy describes the real client in these headers. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * Requires both the address and the Host header to be local, and no proxy header. A local proxy forwards strangers, and a
 * page in a local browser could use a foreign host name that resolves to this machine.
 */
const isFromThisMachine = ({ socket, headers }: Caller): boolean =>
  loopbackAddress.test(socket.remoteAddress ?? '') &&
  loopbackHost.test(headers.host ?? '') &&
  proxyHeaders.every((name) => headers[name] === undefined);

/** Whether a caller may read the readiness and the metrics of this process. */
export const mayReadMetrics =
  (env: TokenEnv) =>
  (request: Caller): boolean =>
    isFromThisMachine(request) || isOperatorToken(env, readBearer(request.headers.authorization));
