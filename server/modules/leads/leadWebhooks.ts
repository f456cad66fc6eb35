import { createHash, timingSafeEqual } from 'node:crypto';
import express from 'express';
import type { Request, RequestHandler, Response, Router } from 'express';
import { messages } from '#shared/messages.ts';
import { leadPlatformIds } from '#shared/platforms.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { createBatcher } from '#server/lib/batcher.ts';
import { AppError, notConfigured, validationError } from '#server/lib/errors.ts';
import type { LeadNotice } from '#server/providers/LeadSource.ts';
import { leadSourceOf, webhookPaths } from './leadReading.ts';
import { receiveNotices } from './receiveNotices.ts';

/** A delivery names up to 1000 leads, and TikTok's repeat their answers. */
const deliveryLimit = '4mb';
const noticesPerBatch = 2_000;

const isSameText = (a: string, b: string): boolean => {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
};

/** Meta greets a callback that is registered: who knows the token gets the challenge back. */
const answerHandshake =
  ({ env, platforms }: AppContext): RequestHandler =>
  (request, response) => {
    const verifyToken = env.FACEBOOK_VERIFY_TOKEN;
    if (!platforms.facebook?.leads || verifyToken === undefined) throw notConfigured(messages.webhooks.off);
    // The parameters have dots in their names, which some parsers of queries read as nesting.
    const query = new URL(request.url, env.PUBLIC_URL).searchParams;
    const challenge = query.get('hub.challenge');
    if (
      query.get('hub.mode') !== 'subscribe' ||
      challenge === null ||
      !isSameText(query.get('hub.verify_token') ?? '', verifyToken)
    )
      throw new AppError(403, 'WEBHOOK_REFUSED', messages.webhooks.handshakeRefused);
    response.type('text/plain').send(challenge);
  };

/** Answers 200 once the named leads are noted in the database, and never otherwise: the platform then comes again. */
const receiveDelivery = (context: AppContext, platform: LeadPlatformId): RequestHandler => {
  // Platforms deliver in bursts; those that come at the same moment are noted together.
  const note = createBatcher<LeadNotice>((notices) => receiveNotices(context, platform, notices), noticesPerBatch);
  return async (request: Request, response: Response) => {
    const source = leadSourceOf(context, platform);
    if (!source) throw notConfigured(messages.webhooks.off);
    const body: unknown = request.body;
    const reading = source.readWebhook(Buffer.isBuffer(body) ? body : Buffer.alloc(0), (name) => request.get(name));
    if (reading.kind === 'refused') throw new AppError(401, 'WEBHOOK_REFUSED', messages.webhooks.refused);
    if (reading.kind === 'unreadable') throw validationError(messages.webhooks.unreadable);
    try {
      await note(reading.notices);
    } catch (error) {
      throw new AppError(503, 'UNAVAILABLE', messages.server.busy, { cause: error, retryAfterSeconds: 5 });
    }
    response.json({ success: true });
  };
};

/** Refuses before the body is read where nobody expects it. */
const requireSource =
  (context: AppContext, platform: LeadPlatformId): RequestHandler =>
  (_request, _response, next) => {
    if (!leadSourceOf(context, platform)) throw notConfigured(messages.webhooks.off);
    next();
  };

/** Deliveries of the platforms, outside `/api`: no session, but a signature over the raw bytes. */
export const leadWebhooks = (context: AppContext): Router => {
  const router = express.Router();
  const readRaw = express.raw({ type: () => true, limit: deliveryLimit, inflate: false });
  router.get(webhookPaths.facebook, answerHandshake(context));
  for (const platform of leadPlatformIds)
    router.post(webhookPaths[platform], requireSource(context, platform), readRaw, receiveDelivery(context, platform));
  return router;
};
