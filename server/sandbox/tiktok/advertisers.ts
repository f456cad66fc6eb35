import { Router } from 'express';
import type { SandboxContext } from '../Sandbox.ts';
import type { TikTokGrant, TikTokGrants } from './grants.ts';
import { TikTokError, invalidParameter, noAdvertiserPermission, sendData } from './TikTokError.ts';
import { requireGrant, textList } from './parameters.ts';
import { selectFields } from '#server/sandbox/tiktok/reports/selectFields.ts';
import type { TikTokAdvertiser, TikTokData } from './tiktokData.ts';

const MAX_IDS = 100;

/** Details of advertisers, below `/open_api/v1.3`. */
export function createAdvertisersRouter(context: SandboxContext, data: TikTokData, grants: TikTokGrants): Router {
  const router = Router({ strict: true });
  router.get('/advertiser/info/', (req, res) => {
    const grant = requireGrant(req, grants);
    const ids = textList(req, 'advertiser_ids');
    if (!ids || ids.length === 0) throw invalidParameter('advertiser_ids: Missing data for required field.');
    if (ids.length > MAX_IDS) throw new TikTokError(40011, `advertiser_ids: At most ${MAX_IDS} ids.`);
    const fields = textList(req, 'fields');
    const list = ids.map((id) => selectFields(describe(requireAdvertiser(data, grant, id)), fields));
    sendData(res, context.clock.now(), { list });
  });
  return router;
}

/** The advertiser, if it is one of those that the person shared. */
export function requireAdvertiser(data: TikTokData, grant: TikTokGrant, id: string): TikTokAdvertiser {
  const advertiser = data.advertisers.find((each) => each.id === id);
  if (!advertiser || !grant.advertiserIds.includes(id)) throw noAdvertiserPermission(id);
  return advertiser;
}

function describe(advertiser: TikTokAdvertiser): Record<string, unknown> {
  return {
    advertiser_id: advertiser.id,
    name: advertiser.name,
    status: 'STATUS_ENABLE',
    role: 'ROLE_ADVERTISER',
    currency: advertiser.currency,
    timezone: advertiser.timeZone,
    display_timezone: advertiser.displayTimeZone,
    company: `${advertiser.name} Company`,
    country: advertiser.country,
    balance: advertiser.balance,
    create_time: advertiser.createTime,
  };
}
