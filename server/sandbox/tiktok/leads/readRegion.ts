import type { Request } from 'express';
import { invalidParameter } from '../TikTokError.ts';
import type { Region } from './leadStore.ts';

/** TikTok: without the header, the region outside Europe and the United States. */
export const readRegion = (request: Request): Region => {
  const region = request.get('x-lead-region') ?? 'rest';
  if (region === 'eu' || region === 'us' || region === 'rest') return region;
  throw invalidParameter('x-lead-region: Must be one of: eu, us.');
};
