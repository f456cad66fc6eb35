import { readFileSync } from 'node:fs';
import express from 'express';
import type { ErrorRequestHandler, Request, Response, Router } from 'express';
import { messages } from '#shared/messages.ts';
import { isPlatformId, platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import type { AppContext } from '#server/AppContext.ts';
import { toAppError } from '#server/lib/failures/toAppError.ts';
import { AppError, notFound } from '#server/lib/failures/errors.ts';
import { keepBrowserCookie, readBrowser } from '#server/lib/http/browserCookie.ts';
import type { Caller } from '#server/lib/http/Caller.ts';
import { isId } from '#server/lib/ids.ts';
import { readStyles } from '#server/lib/http/pages/readStyles.ts';
import { clientKey, createThrottle } from '#server/lib/throttle.ts';
import { createBeginGrant } from '#server/flows/grants/beginGrant.ts';
import { createAuthenticate } from '#server/modules/users/signIn/sessions.service.ts';
import { receiveConsent, startConsent } from './consent.service.ts';
import { sendConsentPage } from './pages/consentPage.ts';

/** @throws AppError 404 for an unknown platform, or one without credentials */
const requirePlatform = (context: Pick<AppContext, 'platforms'>, request: Request): PlatformId => {
  const { platform } = request.params;
  if (!isPlatformId(platform)) throw notFound(messages.connections.unknownPlatform);
  if (!context.platforms[platform]) throw notFound(messages.connections.notConfigured(platform));
  return platform;
};

const handlePageErrors: ErrorRequestHandler = (error: unknown, request, response, next) => {
  const failure = toAppError(error);
  const line = { area: 'connections', code: failure.code, status: failure.status, err: failure.cause };
  if (failure.status >= 500) request.log.error(line, failure.message);
  else request.log.info(line, failure.message);
  if (response.headersSent) {
    next(error);
    return;
  }
  const { platform } = request.params;
  const title = isPlatformId(platform) ? platformNames[platform] : 'Leadlight';
  const back = routes[isPlatformId(platform) ? platform : 'overview'].path;
  // If the person refuses, the popup ends normally, without an error page.
  const status = failure.code === 'OAUTH_DENIED' ? 200 : failure.status;
  sendConsentPage(response, { status, title, back, outcome: 'failed', text: failure.userMessage });
};

/** The pages of the consent popup, outside `/api`. Failures are shown on a page, never by a redirect. */
export const connectionPages = (context: AppContext): Router => {
  const router = express.Router();
  const flows = { ...context, beginGrant: createBeginGrant(context) };
  const authenticate = createAuthenticate(context);
  const isSecure = context.env.PUBLIC_URL.startsWith('https:');
  const script = readFileSync(new URL('pages/finish.js', import.meta.url));
  const styles = readStyles(new URL('pages/finish.css', import.meta.url));

  // A whole office can share one address. Sandbox visitors and tests always do.
  const starts = createThrottle(context.pool, {
    name: 'consent-client',
    limit: context.env.SANDBOX ? 600 : 60,
    windowSeconds: 60,
  });

  /** The caller, if the request has a session. A popup has none, because it cannot set headers. */
  const readCaller = async (request: Request, userId: string): Promise<Caller | null> => {
    const { authorization } = request.headers;
    if (authorization === undefined) return null;
    const caller = await authenticate(authorization);
    if (caller.userId !== userId) throw new AppError(403, 'FORBIDDEN', messages.connections.stateForeign);
    return caller;
  };

  router.get('/auth/finish.js', (_request, response) => {
    response.type('text/javascript').send(script);
  });
  router.get('/auth/finish.css', (_request, response) => {
    response.type('text/css').send(styles);
  });

  router.get('/auth/:platform', async (request: Request, response: Response) => {
    const platform = requirePlatform(context, request);
    await starts.take(clientKey(request.ip ?? ''));
    const { userId } = request.query;
    if (typeof userId !== 'string' || !isId(userId)) throw notFound(messages.connections.unknownUser);
    const caller = await readCaller(request, userId);
    const browserCookie = keepBrowserCookie(request, response, isSecure);
    const address = await startConsent(context, { userId, platform, caller, browserCookie });
    response.redirect(302, address.href);
  });

  router.get('/auth/:platform/callback', async (request: Request, response: Response) => {
    const platform = requirePlatform(context, request);
    const query = new URL(request.url, context.env.PUBLIC_URL).searchParams;
    const stored = await receiveConsent(flows, { platform, query, browser: readBrowser(request, isSecure) });
    const page = { title: platformNames[platform], back: routes[platform].path };
    if (stored) {
      sendConsentPage(response, {
        ...page,
        outcome: stored.missingScopes.length === 0 ? 'connected' : 'partly',
        text: stored.message,
      });
    } else {
      sendConsentPage(response, { ...page, outcome: 'pending', text: messages.connections.finishing(platform) });
    }
  });

  router.use('/auth/:platform', handlePageErrors);
  return router;
};
