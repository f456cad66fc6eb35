import { Router } from 'express';
import type { RequestHandler } from 'express';
import * as z from 'zod';
import type { SandboxClock } from '../support/clock.ts';
import { parseControlBody } from '../control/parseControlBody.ts';
import { TikTokError, sendTikTokError } from './TikTokError.ts';

const limitBody = z.strictObject({
  /** The most calls per endpoint and second; null for no limit. */
  callsPerSecond: z.int().min(1).max(1_000).nullable(),
});

export const tooManyRequests = (): TikTokError =>
  new TikTokError(40100, 'Too many requests. Please retry in some time.');

/** TikTok's limit per app and endpoint. Off until `POST /control/tiktok/rate-limit` turns it on. */
export const createRateLimit = (clock: SandboxClock): { middleware: RequestHandler; control: Router } => {
  let callsPerSecond: number | null = null;
  let refusals = 0;
  /** Times of the accepted calls in the last second, by endpoint. */
  const answered = new Map<string, number[]>();

  const middleware: RequestHandler = (request, response, next) => {
    if (callsPerSecond === null) return next();
    const now = clock.now();
    const recent = (answered.get(request.path) ?? []).filter((at) => at > now - 1_000);
    answered.set(request.path, recent);
    if (recent.length < callsPerSecond) {
      recent.push(now);
      return next();
    }
    refusals += 1;
    sendTikTokError(response, now, tooManyRequests());
  };

  const control = Router();
  control
    .route('/tiktok/rate-limit')
    .post((request, response) => {
      const body = parseControlBody(limitBody, request);
      callsPerSecond = body.callsPerSecond;
      refusals = 0;
      answered.clear();
      response.json({ callsPerSecond, refusals });
    })
    .get((_request, response) => {
      response.json({ callsPerSecond, refusals });
    });
  return { middleware, control };
};
