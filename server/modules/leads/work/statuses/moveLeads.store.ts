import type { LeadStatus } from '#shared/leadStatuses.ts';
import { leadWorkLimits } from '#shared/limits.ts';
import type { Transaction } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import { leadEntries, leadStatusTexts, leadWork } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

type Move = { from: LeadStatus; to: LeadStatus; at: Date; authorId: string };

/** Gives all leads of a step another one, with an entry in the timeline of each. What a lead was worth does not outlive its being won. */
export const moveLeads = async (tx: Transaction, workspaceId: WorkspaceId, move: Move): Promise<void> => {
  const { from, to, authorId } = move;
  const at = sql`${move.at.toISOString()}::timestamptz`;
  const keepsValue = to.meaning === 'won';
  await tx.execute(sql`
    with moved as (
      select list, lead_id, case when amount is not null then trim_scale(amount) || ' ' || currency end as worth
      from ${leadWork} where workspace_id = ${workspaceId} and status_id = ${from.id} for update),
    changed as (
      update ${leadWork} as w set status_id = ${to.id}, active_at = ${at}, version = w.version + 1
        ${keepsValue ? sql`` : sql`, amount = null, currency = null`}
      from moved where w.workspace_id = ${workspaceId} and w.list = moved.list and w.lead_id = moved.lead_id)
    insert into ${leadEntries} (workspace_id, list, lead_id, id, at, author_id, kind, before, after)
    select ${workspaceId}, list, lead_id, encode(substring(uuid_send(gen_random_uuid()) from 1 for 12), 'hex'), ${at},
      ${authorId}, entry.kind, entry.before, entry.after
    from moved, lateral (values
      ('status', ${from.name}::text, ${to.name}::text),
      ('value', case when ${!keepsValue} then moved.worth end, null)) as entry (kind, before, after)
    where entry.before is not null and (
      select count(*) from ${leadEntries} as known where known.workspace_id = ${workspaceId}
        and known.list = moved.list and known.lead_id = moved.lead_id) < ${leadWorkLimits.entries}`);
  await tx.execute(sql`
    update ${leadStatusTexts} set status_id = ${to.id} where workspace_id = ${workspaceId} and status_id = ${from.id}`);
};
