import { Router } from 'express';
import { TikTokError, invalidParameter } from './TikTokError.ts';
import type { TikTokApi } from './tiktokApi.ts';
import { requireGrant, textList } from './parameters.ts';
import { selectFields } from '#server/sandbox/tiktok/reports/selectFields.ts';
import type { TikTokAdvertiser } from './tiktokData.ts';

const maxIds = 100;

const describe = (advertiser: TikTokAdvertiser): Record<string, unknown> => ({
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
});

/** Routes for advertiser details, below `/open_api/v1.3`. */
export const createAdvertisersRouter = (api: TikTokApi): Router => {
  const router = Router({ strict: true });
  router.get('/advertiser/info/', (request, response) => {
    const grant = requireGrant(request, api.grants);
    const ids = textList(request, 'advertiser_ids');
    if (!ids || ids.length === 0) throw invalidParameter('advertiser_ids: Missing data for required field.');
    if (ids.length > maxIds) throw new TikTokError(40011, `advertiser_ids: At most ${maxIds} ids.`);
    const fields = textList(request, 'fields');
    const list = ids.map((id) => selectFields(describe(api.requireAdvertiser(grant, id)), fields));
    api.send(response, { list });
  });
  return router;
};
