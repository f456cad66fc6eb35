import { leadWorkLimits } from '#shared/limits.ts';
import type { Transaction } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { applyChange } from '#server/modules/leads/work/applyChange.store.ts';
import type { LeadStep } from '#server/modules/leads/work/statuses/leadStep.ts';
import { columnsAfter, differsIn, entriesBetween } from '#server/modules/leads/work/fields/workChange.ts';
import { rowOf } from '#server/modules/leads/work/fields/workFields.ts';
import type { Known, Row, WorkChange } from '#server/modules/leads/work/fields/workFields.ts';
import { untouchedWork, valuesOf } from '#server/modules/leads/work/fields/workRow.ts';
import type { SelectedLead } from './selectLeads.store.ts';

const asGiven = (leads: readonly SelectedLead[]): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(leads)}::jsonb) as given (list text, "leadId" text, "createdAt" timestamptz)`;

/** Whether one of the leads has reached the limit of entries. */
export const hasFullTimeline = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  leads: readonly SelectedLead[],
): Promise<boolean> => {
  const { rows } = await tx.execute(sql`
    select from ${asGiven(leads)} join lead_entries as entry
      on entry.workspace_id = ${workspaceId} and entry.list = given.list and entry.lead_id = given."leadId"
    group by given.list, given."leadId" having count(*) > ${leadWorkLimits.entries - 2} limit 1`);
  return rows.length > 0;
};

/** The leads of a change, each with the step that it arrived with. */
const withArrival = (workspaceId: WorkspaceId, leads: readonly SelectedLead[], step: LeadStep): SQL => sql`
  select l.list, l.lead_id, l.created_at, ${step.arrived} as arrived
  from ${asGiven(leads)} join leads as l
    on l.workspace_id = ${workspaceId} and l.list = given.list and l.lead_id = given."leadId"`;

/** Inserts a work row for each untouched lead that the change affects. */
const insertUntouched = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  { leads, change, known }: { leads: SQL; change: WorkChange & { activeAt: Date }; known: Known },
): Promise<void> => {
  const before = rowOf('own');
  const next = columnsAfter(change, before, known);
  const after: Row = (column) => (column === 'arrived' ? before(column) : (next[column] ?? before(column)));
  await tx.execute(sql`
    insert into lead_work (workspace_id, list, lead_id, active_at, version)
    select ${workspaceId}, list, lead_id, created_at, 0
    from (select * from (${leads}) as given cross join (select ${valuesOf(untouchedWork(change.activeAt))}) as blank) as own
    where ${differsIn(change, entriesBetween(next, before, after, known))} order by list, lead_id
    on conflict do nothing`);
};

type Change = {
  activityId: string;
  authorId: string;
  change: WorkChange & { activeAt: Date };
  step: LeadStep;
  known: Known;
};

/**
 * Changes the work on these leads, adds an entry for each change, and keeps the former work for an undo.
 * @returns how many leads changed, and the highest tag count of a lead
 */
export const changeMany = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  selected: readonly SelectedLead[],
  { activityId, authorId, change, step, known }: Change,
): Promise<{ changed: number; mostTags: number }> => {
  const leads = withArrival(workspaceId, selected, step);
  await insertUntouched(tx, workspaceId, { leads, change, known });
  return applyChange(tx, workspaceId, { leads, change, known, entries: { authorId, id: activityId }, activityId });
};
