import { createHmac } from 'node:crypto';
import type { WebhookDelivery } from '../../Sandbox.ts';
import { sandboxCredentials } from '../../credentials.ts';
import type { LeadStore } from './leadStore.ts';
import type { MetaLead } from './leadTypes.ts';

/** Meta: events contain no answers, and their ids are plain numbers that a double cannot represent exactly. */
const writeLeadEvent = ({ id, form, createdAt, origin }: MetaLead): string => {
  const ofAd = origin ? `"ad_id":${origin.ad.id},"adgroup_id":${origin.ad.id},` : '';
  const value = `{${ofAd}"form_id":${form.id},"leadgen_id":${id},"created_time":${createdAt},"page_id":${form.page.id}}`;
  const changes = `[{"field":"leadgen","value":${value}}]`;
  return `{"object":"page","entry":[{"id":"${form.page.id}","time":${createdAt},"changes":${changes}}]}`;
};

/** The signed deliveries of a new lead: one if its Page is subscribed and the app has a callback, otherwise none. */
export const leadDeliveries = (store: LeadStore, lead: MetaLead): WebhookDelivery[] => {
  const url = store.callbackOf(lead.form.page);
  if (url === undefined) return [];
  const body = writeLeadEvent(lead);
  const signature = createHmac('sha256', sandboxCredentials.facebook.appSecret).update(body).digest('hex');
  return [{ url, body, headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` } }];
};
