import { Router } from 'express';
import type { LeadOrder, SubmittedLead, WebhookDelivery } from '../../Sandbox.ts';
import type { TikTokApi } from '../tiktokApi.ts';
import { createExportRouter } from './exportRoutes.ts';
import { createExportTasks } from './exportTasks.ts';
import { createFormRouter } from './formRoutes.ts';
import { createTikTokLeadControl } from './leadControl.ts';
import { createDelivery } from './leadEvent.ts';
import { createLeadStore } from './leadStore.ts';
import type { TikTokLead } from './leadStore.ts';
import { createMockLeadRouter } from './mockLeadRoutes.ts';
import { createSubscriptionRouter } from './subscriptionRoutes.ts';
import { createSubscriptionStore } from './subscriptionStore.ts';

/** TikTok's lead routes: forms, exports, test leads and subscriptions, below `/open_api/v1.3`. */
export const createLeadSide = (api: TikTokApi) => {
  const { context, data, grants } = api;
  const leads = createLeadStore(context, data);
  const tasks = createExportTasks(context.clock);
  const subscriptions = createSubscriptionStore(grants);
  const deliveriesOf = (lead: TikTokLead): WebhookDelivery[] =>
    subscriptions.listenersOf(lead).map((each) => createDelivery(lead, each, context.clock.now()));

  const router = Router({ strict: true });
  router.use(createFormRouter(api, leads));
  router.use(createExportRouter(api, leads, tasks));
  router.use(createMockLeadRouter(api, leads, deliveriesOf));
  router.use(createSubscriptionRouter(api, leads, subscriptions));

  const submitLead = (order: LeadOrder): SubmittedLead | undefined => {
    const lead = leads.submit(order);
    return lead && { leadId: lead.id, formId: lead.form.id, deliveries: deliveriesOf(lead) };
  };
  return { router, control: createTikTokLeadControl(data, leads, tasks), submitLead };
};
