import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { LeadKey } from '#server/modules/leads/work/leadKey.ts';
import { narrowSearch } from '#server/modules/leads/list/narrowSearch.store.ts';
import { chosenBy } from '#server/modules/leads/work/leadWork.store.ts';
import type { LeadChoice } from '#server/modules/leads/work/leadWork.store.ts';

export type SelectedLead = LeadKey & { createdAt: string };

/** The visible leads of a selection, in its order. Leads that are merged into another lead are not visible. */
export const selectLeads = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  choice: LeadChoice,
  limit: number,
): Promise<SelectedLead[]> => {
  const filter = await narrowSearch(db, workspaceId, choice.filter);
  const { found, order } = chosenBy(workspaceId, { ...choice, filter });
  const { rows } = await db.execute<SelectedLead>(sql`
    select list, lead_id as "leadId", created_at as "createdAt" from (${found}) as found
    order by ${order} limit ${limit}`);
  return rows;
};

/** The leads that are merged into one of these leads. */
export const selectMerged = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  leads: readonly LeadKey[],
): Promise<LeadKey[]> => {
  const { rows } = await db.execute<LeadKey>(sql`
    select work.list, work.lead_id as "leadId" from jsonb_to_recordset(${JSON.stringify(leads)}::jsonb) as given (list text, "leadId" text)
    join lead_work as work on work.workspace_id = ${workspaceId} and work.merged_into = given.list || ':' || given."leadId"`);
  return rows;
};
