import type { Request, Response } from 'express';
import type { AnsweredFaultKind } from '../faults.ts';
import { bodyText, queryText } from '../support/http.ts';
import { tooManyRequests } from './rateLimit.ts';
import { TikTokError, deadToken, noAdvertiserPermission, sendTikTokError } from './TikTokError.ts';

const errorOf: Record<AnsweredFaultKind, (request: Request) => TikTokError> = {
  '429': () => tooManyRequests(),
  '500': () => new TikTokError(50000, 'Internal service timed out. Please retry in sometime.'),
  'expired-token': () => deadToken(),
  revoked: () => deadToken(),
  'missing-scope': () => new TikTokError(40001, 'No permission: the app was not granted the scope of this endpoint.'),
  permission: (request) =>
    noAdvertiserPermission(queryText(request, 'advertiser_id') ?? bodyText(request, 'advertiser_id') ?? ''),
};

/** Answers an ordered fault in TikTok's format: HTTP 200, without `Retry-After` or another hint about the wait. */
export const answerTikTokFault = (kind: AnsweredFaultKind, request: Request, response: Response, now: number): void => {
  sendTikTokError(response, now, errorOf[kind](request));
};
