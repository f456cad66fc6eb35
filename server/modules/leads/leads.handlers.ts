import type { AppContext } from '#server/AppContext.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { collectLeadsHandler } from './collect/webhooks/collectLeads.handler.ts';
import { deleteOldLeadEventsHandler } from './collect/webhooks/deleteOldLeadEvents.handler.ts';
import { reconcileLeadsHandler } from './collect/reconcile/reconcileLeads.handler.ts';
import { sweepLeadEventsHandler } from './collect/webhooks/sweepLeadEvents.handler.ts';

export const leadJobs = (context: AppContext): JobHandler[] => [
  reconcileLeadsHandler(context),
  collectLeadsHandler(context),
  sweepLeadEventsHandler(context),
  deleteOldLeadEventsHandler(context),
];
