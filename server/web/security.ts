import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet, { contentSecurityPolicy, crossOriginOpenerPolicy } from 'helmet';
import type { Env } from '#server/config/env.ts';

const hstsSeconds = 365 * 24 * 60 * 60;

type SecurityEnv = Pick<Env, 'PUBLIC_URL' | 'GOOGLE_CLIENT_ID' | 'GOOGLE_SIGNIN_SCRIPT_URL'>;

export type HeaderValues = Map<string, number | string | readonly string[]>;

type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/** What a middleware of Helmet sets. It depends on the environment alone, so it is asked once and not at each request. */
const headersOf = (...middlewares: Middleware[]): HeaderValues => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  for (const middleware of middlewares)
    middleware(request, response, (error) => {
      if (error !== undefined) throw error;
    });
  const headers: HeaderValues = new Map();
  for (const name of response.getHeaderNames()) {
    const value = response.getHeader(name);
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
};

export const setHeaders =
  (headers: HeaderValues): RequestHandler =>
  (_request, response, next) => {
    response.setHeaders(headers);
    next();
  };

/** Headers of every answer. What comes from the API keeps its own values where it sets the same header. */
export const commonHeaders = (env: SecurityEnv): HeaderValues =>
  headersOf(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
      // On the callback page this would cut the popup off from the window that opened it.
      crossOriginOpenerPolicy: false,
      frameguard: { action: 'deny' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      strictTransportSecurity: env.PUBLIC_URL.startsWith('https:')
        ? { maxAge: hstsSeconds, includeSubDomains: true }
        : false,
    }),
  );

/**
 * What Google's sign-in script asks a policy for: the script itself, its stylesheet, calls and frames below its folder.
 * The sandbox plays the script at an address of the same shape. Without a client id the script is never loaded.
 */
const signInSources = ({ GOOGLE_CLIENT_ID, GOOGLE_SIGNIN_SCRIPT_URL }: SecurityEnv) => {
  if (GOOGLE_CLIENT_ID === undefined) return { script: [], style: [], folder: [] };
  const folder = new URL('.', GOOGLE_SIGNIN_SCRIPT_URL).href;
  return { script: [GOOGLE_SIGNIN_SCRIPT_URL], style: [`${folder}style`], folder: [folder] };
};

/** What pages and files have besides: the policy of the app, and the isolation from windows of other origins that still lets popups talk back. */
export const pageHeaders = (env: SecurityEnv, { isServedByVite }: { isServedByVite: boolean }): HeaderValues => {
  const signIn = signInSources(env);
  // Not every browser counts ws(s): of the same host as 'self'.
  const socketOrigin = env.PUBLIC_URL.replace(/^http/, 'ws');
  // Hot reload brings styles and React's refresh code inline, and a socket of its own.
  const development = isServedByVite ? { inline: ["'unsafe-inline'"], sockets: ['ws:'] } : { inline: [], sockets: [] };
  const policy = contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...signIn.script, ...development.inline],
      workerSrc: ["'self'"],
      styleSrc: ["'self'", ...signIn.style, ...development.inline],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      manifestSrc: ["'self'"],
      connectSrc: ["'self'", socketOrigin, ...signIn.folder, ...development.sockets],
      ...(signIn.folder.length > 0 ? { frameSrc: signIn.folder } : {}),
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  });
  const openerPolicy = crossOriginOpenerPolicy({ policy: 'same-origin-allow-popups' });
  return headersOf(policy, openerPolicy);
};
