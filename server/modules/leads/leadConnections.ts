import pLimit from 'p-limit';
import { leadPlatformIds } from '#shared/platforms.ts';
import type { LeadPlatformId, PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { readKeyOf, reconcileLeadsJob } from './leads.jobs.ts';
import { deleteLeadForms } from './collect/reconcile/leadForms.store.ts';
import { deleteLeadEvents } from './collect/webhooks/leadEvents.store.ts';
import {
  deleteLeadPages,
  listLeadPages,
  listSharedPageIds,
  renewSubscriptions,
} from './collect/reconcile/leadPages.store.ts';
import type { LeadPageRow } from './collect/reconcile/leadPages.store.ts';
import { leadSourceOf, openLeadPage } from './collect/reconcile/leadReading.ts';
import { beginLeadReads, endLeadReads } from './collect/reconcile/leadReads.store.ts';
import type { LeadReadKey } from './collect/reconcile/leadReads.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

type Owner = { workspaceId: WorkspaceId; platform: PlatformId };

/** How many Pages are unsubscribed in parallel, and how long a disconnect waits for all of them. */
const parallelPages = 4;
const unsubscribeMs = 8_000;

const leadPlatformOf = (platform: PlatformId): LeadPlatformId | null =>
  leadPlatformIds.find((each) => each === platform) ?? null;

const deletePlaces = async (tx: Transaction, key: LeadReadKey): Promise<void> => {
  await deleteLeadPages(tx, key);
  await deleteLeadForms(tx, key);
  await deleteLeadEvents(tx, key);
};

/** Starts reading the lead forms of a new grant. A grant of another identity deletes the former forms first. */
export const beginLeads = async (
  tx: Transaction,
  context: Pick<AppContext, 'platforms' | 'jobs'>,
  { workspaceId, platform: connected }: Owner,
  isOtherIdentity: boolean,
): Promise<void> => {
  const platform = leadPlatformOf(connected);
  if (!platform || !leadSourceOf(context, platform)) return;
  const key = { workspaceId, platform };
  await beginLeadReads(tx, key);
  if (isOtherIdentity) await deletePlaces(tx, key);
  else await renewSubscriptions(tx, key);
  await context.jobs.enqueue(reconcileLeadsJob, key, { transaction: tx, singletonKey: readKeyOf(key) });
};

/**
 * The Pages to unsubscribe when a connection ends, without Pages that another workspace has also connected. Includes
 * Pages that are not marked as subscribed: unsubscribing twice does no harm.
 */
export const listEndingPages = async (
  db: Queryable,
  { workspaceId, platform: connected }: Owner,
): Promise<LeadPageRow[]> => {
  const platform = leadPlatformOf(connected);
  if (!platform) return [];
  const shared = await listSharedPageIds(db, { workspaceId, platform });
  return (await listLeadPages(db, { workspaceId, platform })).filter(({ pageId }) => !shared.includes(pageId));
};

/**
 * Unsubscribes from the leads of these Pages. Failures are only logged, because deliveries for an unknown Page are
 * dropped anyway.
 */
export const unsubscribeLeads = async (
  context: Pick<AppContext, 'logger' | 'platforms' | 'secrets'>,
  { workspaceId, platform: connected }: Owner,
  { pages, accessToken }: { pages: readonly LeadPageRow[]; accessToken: string },
): Promise<void> => {
  const platform = leadPlatformOf(connected);
  const source = platform && leadSourceOf(context, platform);
  if (!platform || !source) return;
  const call = { accessToken, patience: 'interactive', signal: AbortSignal.timeout(unsubscribeMs) } as const;
  const limit = pLimit(parallelPages);
  await Promise.all(
    pages.map((page) =>
      limit(async () => {
        try {
          await source.unsubscribe(call, openLeadPage(context, page), page.subscriptionId);
        } catch (error) {
          const ids = { workspaceId, platform, pageId: page.pageId };
          context.logger.warn({ area: 'leads', ...ids, err: error }, 'a page was not unsubscribed');
        }
      }),
    ),
  );
};

/** Deletes the Pages, forms and lead events of a connection. The leads themselves stay. */
export const endLeads = async (tx: Transaction, { workspaceId, platform: connected }: Owner): Promise<void> => {
  const platform = leadPlatformOf(connected);
  if (!platform) return;
  await endLeadReads(tx, { workspaceId, platform });
  await deletePlaces(tx, { workspaceId, platform });
};
