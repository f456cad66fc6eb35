import { Router } from 'express';
import type { LeadOrder, SandboxContext, SubmittedLead, WebhookDelivery } from '../../Sandbox.ts';
import type { TikTokGrants } from '../grants.ts';
import type { TikTokData } from '../tiktokData.ts';
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

/** TikTok's lead side: forms, exports, test leads and subscriptions, below `/open_api/v1.3`. */
export function createLeadSide(context: SandboxContext, data: TikTokData, grants: TikTokGrants) {
  const leads = createLeadStore(context, data);
  const tasks = createExportTasks(context.clock);
  const subscriptions = createSubscriptionStore(grants);
  const deliveriesOf = (lead: TikTokLead): WebhookDelivery[] =>
    subscriptions.listenersOf(lead).map((each) => createDelivery(lead, each, context.clock.now()));

  const router = Router({ strict: true });
  router.use(createFormRouter(context, data, grants, leads));
  router.use(createExportRouter(context, data, grants, leads, tasks));
  router.use(createMockLeadRouter(context, data, grants, leads, deliveriesOf));
  router.use(createSubscriptionRouter(context, data, grants, leads, subscriptions));

  const submitLead = (order: LeadOrder): SubmittedLead | undefined => {
    const lead = leads.submit(order);
    return lead && { leadId: lead.id, formId: lead.form.id, deliveries: deliveriesOf(lead) };
  };
  return { router, control: createTikTokLeadControl(data, leads, tasks), submitLead };
}
