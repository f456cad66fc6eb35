import type { BulkAction } from '#shared/contracts/leadBulk.ts';
import { leadWorkLimits } from '#shared/limits.ts';
import type { Transaction } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { textArray } from '#server/database/textArray.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { entryIdsOf } from '#server/modules/leads/actions/undo/undoWork.store.ts';
import type { MemberName } from '#server/modules/leads/work/changes.store.ts';
import type { LeadStep } from '#server/modules/leads/work/statuses/leadStep.ts';
import type { SelectedLead } from './selectLeads.store.ts';

export type WorkAction = Exclude<BulkAction, { kind: 'delete' }>;
export type Known = { step: LeadStep; members: readonly MemberName[] };

/** What an action does to a row of `lead_work`, called `work`, of a lead that arrived with the step `arrived`. */
type Effect = {
  /** Whether it changes a lead that nobody has touched. */
  changesUntouched: SQL;
  differs: SQL;
  set: SQL;
  /** Rows of id, kind, before and after; those without a difference are left out. */
  entries: SQL;
};

/** The name of an id, from a list of names. */
const nameOf = (known: readonly { id: string; name: string }[], id: SQL): SQL =>
  sql`${JSON.stringify(Object.fromEntries(known.map((each) => [each.id, each.name])))}::jsonb->>${id}`;

/** The step of a lead `given` that people gave none, with an imported lead as `c`. */
const arrivedStep = (step: LeadStep): SQL =>
  sql`case given.list when 'custom' then ${step.arrived('custom', 'c')} else ${step.firstId}::text end`;

const effectOf = (action: WorkAction, { step, members }: Known, activityId: string, at: SQL): Effect => {
  const ids = entryIdsOf(activityId);
  if (action.kind === 'status') {
    const { ladder } = step;
    const next = ladder.find(({ id }) => id === action.statusId);
    const current = sql`coalesce(work.status_id, work.arrived)`;
    const keepsValue = next?.meaning === 'won';
    const value = sql`trim_scale(work.amount) || ' ' || work.currency`;
    return {
      changesUntouched: sql`${arrivedStep(step)} <> ${action.statusId}::text`,
      differs: sql`${current} <> ${action.statusId}::text`,
      set: sql`status_id = ${action.statusId}, responded_at = coalesce(work.responded_at, ${at}),
        amount = case when ${keepsValue} then work.amount end, currency = case when ${keepsValue} then work.currency end`,
      entries: sql`(${ids.status}::text, 'status', ${nameOf(ladder, current)}, ${next?.name ?? null}::text),
        (${ids.value}::text, 'value', ${value}, case when ${keepsValue} then ${value} end)`,
    };
  }
  if (action.kind === 'assignee') {
    const name = members.find(({ id }) => id === action.assigneeId)?.name ?? null;
    return {
      changesUntouched: sql`${action.assigneeId !== null}`,
      differs: sql`work.assignee_id is distinct from ${action.assigneeId}::text`,
      set: sql`assignee_id = ${action.assigneeId}`,
      entries: sql`(${ids.other}::text, 'assignee', ${nameOf(members, sql`work.assignee_id`)}, ${name}::text)`,
    };
  }
  const next = sql`array(
    select tag from unnest(work.tags) with ordinality as own(tag, place) where tag <> all (${textArray(action.remove)})
    union all
    select tag from unnest(${textArray(action.add)}) with ordinality as added(tag, place) where tag <> all (work.tags))`;
  return {
    changesUntouched: sql`${action.add.length > 0}`,
    differs: sql`${next} <> work.tags`,
    set: sql`tags = ${next}`,
    entries: sql`(${ids.other}::text, 'tags', nullif(array_to_string(work.tags, ', '), ''),
      nullif(array_to_string(${next}, ', '), ''))`,
  };
};

const asGiven = (leads: readonly SelectedLead[]): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(leads)}::jsonb) as given (list text, "leadId" text, "createdAt" timestamptz)`;

const withImported = (workspaceId: WorkspaceId): SQL => sql`left join custom_leads as c
  on given.list = 'custom' and c.workspace_id = ${workspaceId} and c.id = given."leadId"`;

/** Whether one of the leads has no room for further entries. */
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

type Change = { activityId: string; authorId: string; at: Date; action: WorkAction; known: Known };

/**
 * Changes the work on these leads, with an entry for each change, and keeps what was before.
 * @returns how many leads changed, and the highest number of tags of one
 */
export const changeMany = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  leads: readonly SelectedLead[],
  { activityId, authorId, at: moment, action, known }: Change,
): Promise<{ changed: number; mostTags: number }> => {
  const at = sql`${moment.toISOString()}::timestamptz`;
  const effect = effectOf(action, known, activityId, at);
  // Each statement takes its rows in the same order, so that it cannot deadlock with another one.
  await tx.execute(sql`
    insert into lead_work (workspace_id, list, lead_id, active_at, version)
    select ${workspaceId}, given.list, "leadId", "createdAt", 0 from ${asGiven(leads)} ${withImported(workspaceId)}
    where ${effect.changesUntouched} order by given.list, "leadId"
    on conflict do nothing`);
  const isHeld = sql`work.workspace_id = ${workspaceId} and work.list = held.list and work.lead_id = held.lead_id`;
  const { rows } = await tx.execute<{ changed: number; mostTags: number }>(sql`
    with work as materialized (
      select * from (
        select work.*, given."createdAt" as lead_created_at, ${arrivedStep(known.step)} as arrived from ${asGiven(leads)} join lead_work as work
          on work.workspace_id = ${workspaceId} and work.list = given.list and work.lead_id = given."leadId"
        ${withImported(workspaceId)}
        where work.merged_into is null
        order by work.list, work.lead_id for update of work
      ) as work where ${effect.differs}
    ), updated as (
      update lead_work as work set ${effect.set}, active_at = ${at}, version = work.version + 1
      from work as held where ${isHeld}
      returning work.tags
    ), entries as (
      insert into lead_entries (workspace_id, list, lead_id, id, at, author_id, kind, before, after)
      select ${workspaceId}, work.list, work.lead_id, entry.id, ${at}, ${authorId}, entry.kind, entry.before, entry.after
      from work cross join lateral (values ${effect.entries}) as entry (id, kind, before, after)
      where entry.before is distinct from entry.after
    ), kept as (
      insert into undo_leads (workspace_id, activity_id, list, lead_id, lead_created_at, version, before)
      select ${workspaceId}, ${activityId}, work.list, work.lead_id, work.lead_created_at, work.version + 1,
        jsonb_build_object('status_id', status_id, 'assignee_id', assignee_id, 'tags', tags, 'amount', amount,
          'currency', currency, 'responded_at', responded_at, 'active_at', active_at, 'former_version', version)
      from work
    )
    select count(*)::int as changed, coalesce(max(cardinality(tags)), 0)::int as "mostTags" from updated`);
  return rows[0] ?? { changed: 0, mostTags: 0 };
};
