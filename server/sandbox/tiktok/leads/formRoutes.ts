import { Router } from 'express';
import type { Request } from 'express';
import type { SandboxContext } from '../../Sandbox.ts';
import { onlyValue, pageOf, requiredText } from '../parameters.ts';
import { TikTokError } from '../TikTokError.ts';
import type { TikTokApi } from '../tiktokApi.ts';
import { utcTime } from '../times.ts';
import { readRegion } from './readRegion.ts';
import type { LeadStore, TikTokForm, TikTokLead } from './leadStore.ts';

/** TikTok: the largest page of forms. */
const maxPageSize = 100;

/** The form. Throws unless it belongs to the advertiser. */
export const requireForm = (leads: LeadStore, advertiserId: string, pageId: string): TikTokForm => {
  const form = leads.formsOf(advertiserId).find(({ id }) => id === pageId);
  if (!form) throw new TikTokError(40007, `Page ${pageId} does not exist.`);
  return form;
};

const previewUrl = ({ url }: SandboxContext, { id }: TikTokForm): string => `${url}/tiktok/preview/${id}`;

const describeForm = (context: SandboxContext, form: TikTokForm) => {
  const time = utcTime(form.createdAt);
  return {
    page_id: form.id,
    title: form.title,
    status: 'PUBLISHED',
    create_time: time,
    update_time: time,
    publish_time: time,
    preview_url: previewUrl(context, form),
    transfer_status: 'UNSET',
  };
};

/** A lead in the format of single-lead calls. */
export const describeLead = ({ id, form, ad, answers, createdAt }: TikTokLead) => ({
  lead_data: Object.fromEntries(answers),
  meta_data: {
    lead_source: 'INSTANT_FORM',
    lead_id: id,
    page_id: form.id,
    campaign_id: ad.campaignId,
    campaign_name: ad.campaignName,
    adgroup_id: ad.adgroupId,
    adgroup_name: ad.adgroupName,
    ad_id: ad.adId,
    ad_name: ad.adName,
    create_time: utcTime(createdAt),
  },
});

/** Routes for lead forms with questions, and for a form's newest lead. */
export const createFormRouter = ({ context, advertiserOf, send }: TikTokApi, leads: LeadStore): Router => {
  const router = Router({ strict: true });

  router.get('/page/get/', (request, response) => {
    const advertiserId = requiredText(request, 'advertiser_id');
    advertiserOf(request, advertiserId);
    onlyValue(request, 'business_type', 'LEAD_GEN');
    const page = pageOf(request, leads.formsOf(advertiserId), maxPageSize);
    send(response, { ...page, list: page.list.map((form) => describeForm(context, form)) });
  });

  const readForm = (request: Request): TikTokForm => {
    const advertiserId = requiredText(request, 'advertiser_id');
    advertiserOf(request, advertiserId);
    return requireForm(leads, advertiserId, requiredText(request, 'page_id'));
  };

  router.get(['/page/field/get/', '/lead/field/get/'], (request, response) => {
    onlyValue(request, 'lead_source', 'INSTANT_FORM');
    const form = readForm(request);
    const meta = {
      page_id: form.id,
      page_name: form.title,
      page_url: previewUrl(context, form),
      create_time: utcTime(form.createdAt),
    };
    send(response, { fields: form.questions, meta });
  });

  // TikTok: accepts no lead id, and the response does not identify the lead.
  router.get('/lead/get/', (request, response) => {
    onlyValue(request, 'lead_source', 'INSTANT_FORM');
    const [newest] = leads.leadsOf(readForm(request).id, readRegion(request));
    send(response, newest ? describeLead(newest) : {});
  });

  return router;
};
