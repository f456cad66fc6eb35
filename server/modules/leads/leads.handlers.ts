import type { AppContext } from '#server/AppContext.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { collectLeadsHandler } from './webhooks/collectLeads.handler.ts';
import { deleteOldLeadEventsHandler } from './webhooks/deleteOldLeadEvents.handler.ts';
import { reconcileLeadsHandler } from './reconcile/reconcileLeads.handler.ts';
import { sweepLeadEventsHandler } from './webhooks/sweepLeadEvents.handler.ts';

export const leadJobs = (context: AppContext): JobHandler[] => [
  reconcileLeadsHandler(context),
  collectLeadsHandler(context),
  sweepLeadEventsHandler(context),
  deleteOldLeadEventsHandler(context),
];
