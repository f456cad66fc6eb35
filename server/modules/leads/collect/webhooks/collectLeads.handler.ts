import type { AppContext } from '#server/AppContext.ts';
import { handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { needsPerson, verdictOf } from '#server/lib/failures/verdicts.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { collectFromForms } from './collectFromForms.ts';
import { collectOneByOne } from './collectOneByOne.ts';
import type { Collecting } from './collectOneByOne.ts';
import { collectKeyOf, collectLeadsJob } from '#server/modules/leads/leads.jobs.ts';
import type { CollectPayload } from '#server/modules/leads/leads.jobs.ts';
import { closeStoredLeadEvents, listOpenLeadEvents } from './leadEvents.store.ts';
import { findLeadPage } from '#server/modules/leads/collect/reconcile/leadPages.store.ts';
import { leadSourceOf } from '#server/modules/leads/collect/reconcile/leadReading.ts';

/** Leads per transaction. */
const eventsPerPass = 50;

/** The pause that the platform requires; null for other failures. */
const askedPauseSeconds = (error: unknown): number | null =>
  error instanceof ProviderError && error.outcome === 'wait' && error.retryAfterMs !== undefined
    ? Math.ceil(error.retryAfterMs / 1000)
    : null;

/** @returns seconds until the next check for leads that the platform does not show yet; null when all leads are done */
const collect = async (
  context: AppContext,
  page: CollectPayload,
  given: Pick<Collecting, 'source' | 'log' | 'signal'>,
): Promise<number | null> => {
  for (;;) {
    given.signal.throwIfAborted();
    const row = await findLeadPage(context.db, page, page.pageId);
    if (!row) return null;
    await closeStoredLeadEvents(context.db, page, context.clock.now());
    const events = await listOpenLeadEvents(context.db, page, eventsPerPass);
    if (events.length === 0) return null;
    const collecting: Collecting = { ...given, context, page: row, events };
    const pauseSeconds = given.source.readLead
      ? await collectOneByOne(collecting, given.source.readLead.bind(given.source))
      : await collectFromForms(collecting);
    if (pauseSeconds !== null) return pauseSeconds;
  }
};

/**
 * Fetches all leads that webhooks announced, including later arrivals. In one process, only one job at a time reads a
 * Page: two exports of the same form would slow each other down, and another check by the first job finds the same
 * leads.
 */
export const collectLeadsHandler = (context: AppContext): JobHandler => {
  const underWay = new Map<string, { isAskedAgain: boolean }>();
  return handleJob(collectLeadsJob, async (page, { log: jobLog, signal, progressed }) => {
    const source = leadSourceOf(context, page.platform);
    if (!source) return;
    const key = collectKeyOf(page);
    const running = underWay.get(key);
    if (running) {
      running.isAskedAgain = true;
      return;
    }
    const log = jobLog.child({ workspaceId: page.workspaceId, platform: page.platform, pageId: page.pageId });
    const comeBack = (startAfterSeconds: number, singletonKey: string) =>
      context.jobs.enqueue(collectLeadsJob, page, { startAfterSeconds, singletonKey });
    const collectUntilNothingIsAsked = async (): Promise<number | null> => {
      const own = { isAskedAgain: false };
      underWay.set(key, own);
      try {
        for (;;) {
          own.isAskedAgain = false;
          const pauseSeconds = await collect(context, page, { source, log, signal });
          if (!own.isAskedAgain) return pauseSeconds;
        }
      } finally {
        // No await between the last check and this line, because the request of a job in between would be lost.
        underWay.delete(key);
      }
    };
    try {
      const pauseSeconds = await collectUntilNothingIsAsked();
      await progressed();
      // With a separate key: with the key of the Page, leads announced meanwhile would wait for this job.
      if (pauseSeconds !== null) await comeBack(pauseSeconds, `${key} after ${pauseSeconds} s`);
    } catch (error) {
      const askedSeconds = askedPauseSeconds(error);
      // The platform requires this pause, so other jobs of the Page also wait.
      if (askedSeconds !== null) await comeBack(askedSeconds, key);
      // The read after the next consent fetches these leads.
      else if (needsPerson(verdictOf(error))) log.info({ err: error }, 'announced leads wait for a new grant');
      else throw error;
    }
  });
};
