import { Router } from 'express';
import { bodyRecord, isRecord, queryText } from '../../support/http.ts';
import { sandboxCredentials } from '../../credentials.ts';
import { onlyValue, pageOf, requireApp, requiredBodyText } from '../parameters.ts';
import { invalidParameter } from '../TikTokError.ts';
import type { TikTokApi } from '../tiktokApi.ts';
import { requireForm } from './formRoutes.ts';
import type { LeadStore } from './leadStore.ts';
import type { Subscription, SubscriptionStore } from './subscriptionStore.ts';

const leadEntity = 'LEAD';

const readOrder = (callbackUrl: string, detail: unknown): Omit<Subscription, 'id'> => {
  if (!URL.canParse(callbackUrl)) throw invalidParameter('callback_url: Not a valid URL.');
  const given = isRecord(detail) ? detail : {};
  const text = (name: string): string | undefined => {
    const value = given[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const required = (name: string): string => {
    const value = text(name);
    if (value === undefined) throw invalidParameter(`subscription_detail.${name}: Missing data for required field.`);
    return value;
  };
  if ((text('lead_source') ?? 'INSTANT_FORM') !== 'INSTANT_FORM') {
    throw invalidParameter('subscription_detail.lead_source: The sandbox supports only INSTANT_FORM.');
  }
  return {
    callbackUrl,
    accessToken: required('access_token'),
    advertiserId: required('advertiser_id'),
    pageId: text('page_id'),
  };
};

const describe = ({ id, callbackUrl, accessToken, advertiserId, pageId }: Subscription) => ({
  app_id: sandboxCredentials.tiktok.appId,
  subscription_id: id,
  subscribe_entity: leadEntity,
  callback_url: callbackUrl,
  subscription_detail: {
    access_token: accessToken,
    advertiser_id: advertiserId,
    page_id: pageId,
    lead_source: 'INSTANT_FORM',
  },
});

/** Routes for lead subscriptions. TikTok: the app makes these calls, with the person's token in the body. */
export const createSubscriptionRouter = (
  { grants, requireAdvertiser, send }: TikTokApi,
  leads: LeadStore,
  subscriptions: SubscriptionStore,
): Router => {
  const router = Router({ strict: true });

  router.post('/subscription/subscribe/', (request, response) => {
    const body = bodyRecord(request);
    requireApp(body.app_id, body.secret);
    if (body.subscribe_entity !== leadEntity)
      throw invalidParameter(`subscribe_entity: The sandbox supports only ${leadEntity}.`);
    const order = readOrder(requiredBodyText(request, 'callback_url'), body.subscription_detail);
    requireAdvertiser(grants.require(order.accessToken), order.advertiserId);
    if (order.pageId !== undefined) requireForm(leads, order.advertiserId, order.pageId);
    send(response, { subscription_id: subscriptions.add(order).id });
  });

  router.get('/subscription/get/', (request, response) => {
    requireApp(queryText(request, 'app_id'), queryText(request, 'secret'));
    onlyValue(request, 'subscribe_entity', leadEntity);
    const { list, page_info: pageInfo } = pageOf(request, subscriptions.list());
    send(response, { subscriptions: list.map(describe), page_info: pageInfo });
  });

  router.post('/subscription/unsubscribe/', (request, response) => {
    const body = bodyRecord(request);
    requireApp(body.app_id, body.secret);
    subscriptions.remove(requiredBodyText(request, 'subscription_id'));
    send(response, {});
  });

  return router;
};
