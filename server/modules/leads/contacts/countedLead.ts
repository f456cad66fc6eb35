import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { leads, leadWork } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/*
 * SQL fragments that count merged leads once. Only the earliest lead of an ad counts, or else the earliest lead of a
 * form. It counts with the work on the visible lead. `l` is a form lead, and `own` is the work on `l`, if any.
 */

/** Joins `own` to `l` by its key: without fresh statistics, other joins would compare all leads with all work. */
export const joinOwnWork = (workspaceId: WorkspaceId): SQL => sql`left join ${leadWork} as own
  on own.workspace_id = ${workspaceId} and own.list = l.list and own.lead_id = l.lead_id`;

const shownList = sql`case when own.merged_into is null then l.list else split_part(own.merged_into, ':', 1) end`;
const shownLeadId = sql`case when own.merged_into is null then l.lead_id
  else substr(own.merged_into, strpos(own.merged_into, ':') + 1) end`;
const shownId = sql`coalesce(own.merged_into, l.list || ':' || l.lead_id)`;

/** A condition on `work`: it belongs to the lead that is shown for `l`. */
export const isShownWork = (workspaceId: WorkspaceId, work: SQL): SQL =>
  sql`${work}.workspace_id = ${workspaceId} and ${work}.list = ${shownList} and ${work}.lead_id = ${shownLeadId}`;

/** The keys of the visible lead of `l` and of all leads that are merged into it. */
export const shownTogether = (
  workspaceId: WorkspaceId,
): SQL => sql`(select ${shownList} as list, ${shownLeadId} as lead_id
  union all
  select merged.list, merged.lead_id from ${leadWork} as merged
  where merged.workspace_id = ${workspaceId} and merged.merged_into = ${shownId})`;

const place = (lead: SQL): SQL =>
  sql`(${lead}.ad_id is null and ${lead}.campaign_id is null, ${lead}.created_at, ${lead}.list, ${lead}.lead_id)`;

/** Whether `l` is the first of its merged leads. A lead without work is never merged. */
export const isCounted = (workspaceId: WorkspaceId): SQL => sql`(own.lead_id is null or not exists (
  select from ${shownTogether(workspaceId)} as same
  join ${leads} as other on other.workspace_id = ${workspaceId} and other.list = same.list and other.lead_id = same.lead_id
    and other.list <> 'custom' and other.deleted_at is null
  where ${place(sql`other`)} < ${place(sql`l`)}))`;
