import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet, { contentSecurityPolicy, crossOriginOpenerPolicy } from 'helmet';
import type { Env } from '#server/config/env.ts';

const hstsSeconds = 365 * 24 * 60 * 60;

type SecurityEnv = Pick<Env, 'PUBLIC_URL' | 'GOOGLE_CLIENT_ID' | 'GOOGLE_SIGNIN_SCRIPT_URL'>;

export type HeaderValues = Map<string, number | string | readonly string[]>;

type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/** Collects the headers that Helmet sets. They depend only on the environment, so they are computed once. */
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

/** Headers of every answer. Responses of the API keep their own values for the same headers. */
export const commonHeaders = (env: SecurityEnv): HeaderValues =>
  headersOf(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
      // On the callback page this would disconnect the popup from its opener.
      crossOriginOpenerPolicy: false,
      frameguard: { action: 'deny' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      strictTransportSecurity: env.PUBLIC_URL.startsWith('https:')
        ? { maxAge: hstsSeconds, includeSubDomains: true }
        : false,
    }),
  );

/**
 * Policy sources of Google's sign-in script: the script, its stylesheet, and calls and frames below its folder. The
 * sandbox simulates the script at a URL of the same shape. Without a client id the script is never loaded.
 */
const signInSources = ({ GOOGLE_CLIENT_ID, GOOGLE_SIGNIN_SCRIPT_URL }: SecurityEnv) => {
  if (GOOGLE_CLIENT_ID === undefined) return { script: [], style: [], folder: [] };
  const folder = new URL('.', GOOGLE_SIGNIN_SCRIPT_URL).href;
  return { script: [GOOGLE_SIGNIN_SCRIPT_URL], style: [`${folder}style`], folder: [folder] };
};

/**
 * Additional headers of pages and files: the app's policy, and isolation from other origins' windows that still lets
 * popups respond.
 */
export const pageHeaders = (env: SecurityEnv, { isServedByVite }: { isServedByVite: boolean }): HeaderValues => {
  const signIn = signInSources(env);
  // Not every browser includes ws(s): of the same host in 'self'.
  const socketOrigin = env.PUBLIC_URL.replace(/^http/, 'ws');
  // Hot reload needs inline styles, React's inline refresh code, and its own socket.
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
