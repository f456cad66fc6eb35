import { createHmac } from 'node:crypto';
import { sandboxCredentials } from '../../credentials.ts';
import type { WebhookDelivery } from '../../Sandbox.ts';
import type { TikTokLead } from './leadStore.ts';
import type { Subscription } from './subscriptionStore.ts';

/** Marks digits that JSON should contain without quotes. */
const asNumber = (digits: string): string => `\u0000${digits}`;

/** TikTok: events contain the answers, and ids are numbers that a double cannot represent. */
const writeEvent = ({ id, form, ad, answers, createdAt }: TikTokLead, now: number): string => {
  const event = {
    request_id: now,
    object: 1,
    entry: [
      {
        id: asNumber(id),
        lead_source: 'INSTANT_FORM',
        page_id: asNumber(form.id),
        page_name: form.title,
        advertiser_id: asNumber(form.advertiser.id),
        advertiser_name: form.advertiser.name,
        library_id: 0,
        campaign_id: asNumber(ad.campaignId),
        campaign_name: ad.campaignName,
        adgroup_id: asNumber(ad.adgroupId),
        adgroup_name: ad.adgroupName,
        ad_id: asNumber(ad.adId),
        ad_name: ad.adName,
        create_time: createdAt,
        changes: [...answers].map(([field, value]) => ({ field, value })),
      },
    ],
    time: Math.floor(now / 1000),
  };
  return JSON.stringify(event).replaceAll(/"\\u0000(\d+)"/g, '$1');
};

/** TikTok: signs the body with all non-ASCII characters escaped, even if the sent body is not escaped. */
const sign = (body: string): string => {
  const escaped = body.replaceAll(
    /[\u0080-\uFFFF]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return createHmac('sha256', sandboxCredentials.tiktok.appSecret).update(escaped).digest('hex');
};

/** The signed event of a lead for a subscription. */
export const createDelivery = (lead: TikTokLead, { callbackUrl }: Subscription, now: number): WebhookDelivery => {
  const body = writeEvent(lead, now);
  return { url: callbackUrl, headers: { 'X-Open-Signature': sign(body) }, body };
};
