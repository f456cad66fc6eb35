import type { LeadList } from '#shared/leadLists.ts';
import { deleteInSteps } from '#server/database/deleteInSteps.ts';
import { lt, sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { AppContext } from '#server/AppContext.ts';
import { undoLeads } from '#server/database/schema.ts';
import { deleteLeads } from '#server/modules/leads/store/deleteLeads.store.ts';
import { agedFrom, keptSince } from '#server/modules/leads/store/keptSince.ts';
import { listLeadLists } from '#server/modules/leads/store/leadCounts.store.ts';
import type { OwnedLeadList } from '#server/modules/leads/store/leadCounts.store.ts';
import { publishLeadsChanged } from '#server/modules/leads/publishLeadsChanged.ts';

const leadsPerStep = 1_000;

type Context = Pick<AppContext, 'db' | 'env' | 'clock' | 'publisher'>;

const deleteSome = (context: Context, { workspaceId, list }: OwnedLeadList, before: SQL): Promise<number> =>
  context.db.transaction(async (tx) => {
    const now = context.clock.now();
    const time = agedFrom(sql`leads`, sql`${list}::text`);
    const ids = sql`select lead_id from leads where workspace_id = ${workspaceId} and list = ${list} and ${time} < ${before}
      order by ${time} limit ${leadsPerStep}`;
    return (await deleteLeads(tx, { workspaceId, list }, { ids, reason: 'tooOld', now })).leads;
  });

/**
 * Deletes leads past the retention period in small steps, workspace by workspace.
 * @returns deleted leads by table
 */
export const deleteOldLeads = async (
  context: Context,
  signal: AbortSignal,
): Promise<{ leads: number; custom_leads: number; undo_leads: number }> => {
  const counts = { leads: 0, custom_leads: 0, undo_leads: 0 };
  const since = keptSince(context);
  if (since === null) return counts;
  const before = sql`${since.toISOString()}::timestamptz`;
  for (const owned of await listLeadLists(context.db)) {
    let hasChanged = false;
    for (;;) {
      signal.throwIfAborted();
      const deleted = await deleteSome(context, owned, before);
      if (deleted === 0) break;
      hasChanged = true;
      counts[owned.list === 'custom' ? 'custom_leads' : 'leads'] += deleted;
    }
    const changed = hasChanged ? new Set<LeadList>([owned.list, 'custom']) : [];
    for (const list of changed) publishLeadsChanged(context, owned.workspaceId, list);
  }
  // Last, because deletions during this run store undo data.
  counts.undo_leads = await deleteInSteps(context.db, undoLeads, { where: lt(undoLeads.leadCreatedAt, since), signal });
  return counts;
};
