import type { LeadPlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { LeadEvent } from '#server/providers/LeadSource.ts';
import { collectKeyOf, collectLeadsJob } from '#server/modules/leads/leads.jobs.ts';
import { listKnownPageIds } from '#server/modules/leads/collect/reconcile/leadPages.store.ts';
import { insertLeadEvents } from './leadEvents.store.ts';

/**
 * Stores the lead events of deliveries and enqueues jobs for the leads in one transaction. Deliveries for an unknown
 * Page are accepted and dropped, so that the platform does not retry them for days.
 */
export const receiveLeadEvents = async (
  context: Pick<AppContext, 'logger' | 'clock' | 'db' | 'jobs'>,
  platform: LeadPlatformId,
  events: readonly LeadEvent[],
): Promise<void> => {
  if (events.length === 0) return;
  const noted = await context.db.transaction(async (tx) => {
    const pages = await insertLeadEvents(tx, platform, events, context.clock.now());
    for (const page of pages)
      await context.jobs.enqueue(collectLeadsJob, page, { transaction: tx, singletonKey: collectKeyOf(page) });
    return new Set(pages.map(({ pageId }) => pageId));
  });
  const others = [...new Set(events.map(({ pageId }) => pageId))].filter((pageId) => !noted.has(pageId));
  if (others.length === 0) return;
  const known = await listKnownPageIds(context.db, platform, others);
  for (const pageId of others)
    if (!known.includes(pageId))
      context.logger.info({ area: 'leads', platform, pageId }, 'webhook for an unknown page');
};
