import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Env } from '#server/config/env.ts';
import { readBearer } from '#server/lib/http/readBearer.ts';

/** What is looked at of a request. */
export type Caller = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } };

type TokenEnv = Pick<Env, 'OPERATOR_TOKEN'>;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether somebody knows the token of the operator; nobody does where none is set. The time it takes tells nothing of it. */
export const isOperatorToken = ({ OPERATOR_TOKEN }: TokenEnv, given: string | null): boolean =>
  OPERATOR_TOKEN !== undefined && given !== null && timingSafeEqual(digest(given), digest(OPERATOR_TOKEN));

const loopbackAddress = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i;
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;
/** What a proxy says of those it speaks for. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * From this very machine and meant for it: a proxy beside us speaks for others, and a page that a browser of this machine
 * has open could name a host of its own that leads here.
 */
const isFromThisMachine = ({ socket, headers }: Caller): boolean =>
  loopbackAddress.test(socket.remoteAddress ?? '') &&
  loopbackHost.test(headers.host ?? '') &&
  proxyHeaders.every((name) => headers[name] === undefined);

/** Whether a caller is told how this process is doing. */
export const mayReadFigures =
  (env: TokenEnv) =>
  (request: Caller): boolean =>
    isFromThisMachine(request) || isOperatorToken(env, readBearer(request.headers.authorization));
