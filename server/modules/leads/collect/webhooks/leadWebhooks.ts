import { createHash, timingSafeEqual } from 'node:crypto';
import express from 'express';
import type { Request, RequestHandler, Response, Router } from 'express';
import { messages } from '#shared/messages.ts';
import { leadPlatformIds } from '#shared/platforms.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { createBodyBudget } from '#server/api/bodyBudget.ts';
import type { BodyBudget } from '#server/api/bodyBudget.ts';
import { readBytes, requirePlain } from '#server/api/readBytes.ts';
import { createBatcher } from '#server/lib/flow/batcher.ts';
import { AppError, notConfigured, validationError } from '#server/lib/failures/errors.ts';
import type { LeadEvent } from '#server/providers/LeadSource.ts';
import { leadSourceOf } from '#server/modules/leads/collect/reconcile/leadReading.ts';
import { platformFacts } from '#shared/platforms.ts';
import { receiveLeadEvents } from './receiveLeadEvents.ts';

const megabyte = 1024 * 1024;
/** A delivery contains up to 1,000 leads. TikTok also sends their answers. */
const deliveryBytes = 4 * megabyte;
/**
 * The limit for all simultaneous deliveries. Anyone can send a delivery, because its signature can only be checked
 * after the last byte.
 */
const arrivingBytes = 16 * megabyte;
const deliveryTimeoutMs = 30_000;
const eventsPerBatch = 2_000;

const isSameText = (a: string, b: string): boolean => {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
};

/** Meta verifies a registered callback: a caller with the verify token receives its challenge in the response. */
const answerHandshake =
  ({ env, platforms }: Pick<AppContext, 'env' | 'platforms'>): RequestHandler =>
  (request, response) => {
    const verifyToken = env.FACEBOOK_VERIFY_TOKEN;
    if (!platforms.facebook?.leads || verifyToken === undefined) throw notConfigured(messages.webhooks.off);
    // Some query parsers treat the dots in these parameter names as nesting.
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

/** Returns 200 only after the lead events are stored; otherwise, the platform delivers again. */
const receiveDelivery = (
  context: Pick<AppContext, 'logger' | 'clock' | 'db' | 'jobs' | 'platforms'>,
  platform: LeadPlatformId,
  budget: BodyBudget,
): RequestHandler => {
  // Platforms deliver in bursts, so simultaneous deliveries are stored together.
  const note = createBatcher<LeadEvent>((events) => receiveLeadEvents(context, platform, events), eventsPerBatch);
  return async (request: Request, response: Response) => {
    const source = leadSourceOf(context, platform);
    // Check this before the body is read.
    if (!source) throw notConfigured(messages.webhooks.off);
    requirePlain(request);
    const body = await readBytes(request, response, {
      limitBytes: deliveryBytes,
      timeoutMs: deliveryTimeoutMs,
      budget,
      owner: platform,
    });
    const reading = source.readWebhook(body, (name) => request.get(name));
    if (reading.kind === 'refused') throw new AppError(401, 'WEBHOOK_REFUSED', messages.webhooks.refused);
    if (reading.kind === 'unreadable') throw validationError(messages.webhooks.unreadable);
    try {
      await note(reading.events);
    } catch (error) {
      throw new AppError(503, 'UNAVAILABLE', messages.server.busy, { cause: error, retryAfterSeconds: 5 });
    }
    response.json({ success: true });
  };
};

/** The routes for platform deliveries, outside `/api`. They need no session but a signature over the raw bytes. */
export const leadWebhooks = (
  context: Pick<AppContext, 'env' | 'logger' | 'clock' | 'db' | 'jobs' | 'platforms'>,
): Router => {
  const router = express.Router();
  const budget = createBodyBudget('deliveries', { bytes: arrivingBytes });
  router.get(platformFacts.facebook.leads.webhook, answerHandshake(context));
  for (const platform of leadPlatformIds)
    router.post(platformFacts[platform].leads.webhook, receiveDelivery(context, platform, budget));
  return router;
};
