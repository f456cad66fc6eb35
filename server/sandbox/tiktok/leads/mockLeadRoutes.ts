import { Router } from 'express';
import type { Request } from 'express';
import { deliverWebhook } from '../../deliverWebhook.ts';
import { bodyText, queryText } from '../../support/http.ts';
import type { WebhookDelivery } from '../../Sandbox.ts';
import { TikTokError, invalidParameter } from '../TikTokError.ts';
import type { TikTokApi } from '../tiktokApi.ts';
import { describeLead, requireForm } from './formRoutes.ts';
import type { LeadStore, TikTokForm, TikTokLead } from './leadStore.ts';

const noTestLead = (): TikTokError => new TikTokError(40007, 'The page has no test lead.');

/** Routes for test leads. TikTok: allows one per form and delivers it to subscribers like any lead. */
export const createMockLeadRouter = (
  { advertiserOf, send }: TikTokApi,
  leads: LeadStore,
  deliveriesOf: (lead: TikTokLead) => WebhookDelivery[],
): Router => {
  const router = Router({ strict: true });

  const readForm = (request: Request, read: (name: string) => string | undefined): TikTokForm => {
    const [advertiserId, pageId] = [read('advertiser_id'), read('page_id')];
    if (!advertiserId || !pageId) throw invalidParameter('advertiser_id, page_id: Missing data for required field.');
    advertiserOf(request, advertiserId);
    return requireForm(leads, advertiserId, pageId);
  };

  router.post('/page/lead/mock/create/', (request, response) => {
    const { id } = readForm(request, (name) => bodyText(request, name));
    if (leads.findTestLead(id)) throw new TikTokError(40050, 'The page has a test lead already.');
    const lead = leads.submit({ formId: id }, true);
    if (!lead) throw noTestLead();
    for (const delivery of deliveriesOf(lead)) deliverWebhook(delivery);
    send(response, describeLead(lead));
  });

  router.get('/page/lead/mock/get/', (request, response) => {
    const lead = leads.findTestLead(readForm(request, (name) => queryText(request, name)).id);
    if (!lead) throw noTestLead();
    send(response, describeLead(lead));
  });

  router.post('/page/lead/mock/delete/', (request, response) => {
    leads.removeTestLead(readForm(request, (name) => bodyText(request, name)).id);
    send(response, {});
  });

  return router;
};
