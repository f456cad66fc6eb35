import type { Request, Response } from 'express';
import type { SandboxContext } from '../Sandbox.ts';
import { createTikTokGrants } from './grants.ts';
import type { TikTokGrant } from './grants.ts';
import { requireGrant, requiredText } from './parameters.ts';
import { noAdvertiserPermission, sendData } from './TikTokError.ts';
import { createFullTikTokData } from './plantedAdvertiser.ts';
import type { TikTokAdvertiser } from './tiktokData.ts';

export type TikTokApi = ReturnType<typeof createTikTokApi>;

/** State and helpers that all routers of the API share. */
export const createTikTokApi = (context: SandboxContext) => {
  const data = createFullTikTokData(context);
  const grants = createTikTokGrants(context.clock);

  /** The advertiser. Throws unless the person shared it. */
  const requireAdvertiser = (grant: TikTokGrant, id: string): TikTokAdvertiser => {
    const advertiser = data.all.find((each) => each.id === id);
    if (!advertiser || !grant.advertiserIds.includes(id)) throw noAdvertiserPermission(id);
    return advertiser;
  };

  return {
    context,
    data,
    grants,
    requireAdvertiser,

    /** The advertiser of a call, from its query by default. */
    advertiserOf: (request: Request, id?: string): TikTokAdvertiser => {
      const grant = requireGrant(request, grants);
      return requireAdvertiser(grant, id ?? requiredText(request, 'advertiser_id'));
    },

    send: (response: Response, answer: unknown): void => sendData(response, context.clock.now(), answer),
  };
};
