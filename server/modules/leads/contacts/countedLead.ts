import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { leads, leadWork } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/*
 * SQL fragments that count merged leads once: at the earliest form lead of an ad, else the earliest imported lead with
 * an ad, else the earliest form lead. It counts with the work on the visible lead. `l` is a lead, and `own` is the work
 * on `l`, if any.
 */

/** Joins `own` to `l` by its key: without fresh statistics, other joins would compare all leads with all work. */
export const joinOwnWork = (workspaceId: WorkspaceId): SQL => sql`left join ${leadWork} as own
  on own.workspace_id = ${workspaceId} and own.list = l.list and own.lead_id = l.lead_id`;

const shownList = sql`case when own.merged_into is null then l.list else split_part(own.merged_into, ':', 1) end`;
const shownLeadId = sql`case when own.merged_into is null then l.lead_id
  else substr(own.merged_into, strpos(own.merged_into, ':') + 1) end`;
const shownId = sql`coalesce(own.merged_into, l.list || ':' || l.lead_id)`;

/** A condition on `row`, a lead or the work on a lead: it belongs to the lead that is shown for `l`. */
export const isShown = (workspaceId: WorkspaceId, row: SQL): SQL =>
  sql`${row}.workspace_id = ${workspaceId} and ${row}.list = ${shownList} and ${row}.lead_id = ${shownLeadId}`;

/** The keys of the visible lead of `l` and of all leads that are merged into it. */
export const shownTogether = (
  workspaceId: WorkspaceId,
): SQL => sql`(select ${shownList} as list, ${shownLeadId} as lead_id
  union all
  select merged.list, merged.lead_id from ${leadWork} as merged
  where merged.workspace_id = ${workspaceId} and merged.merged_into = ${shownId})`;

/** Whether a lead names the ad, ad set or campaign that brought it. */
export const namesAd = (lead: SQL): SQL =>
  sql`coalesce(${lead}.ad_id, ${lead}.adset_id, ${lead}.campaign_id) is not null`;

/** A condition on a lead: it can count in metrics. Leads of a platform's test tool do not. */
export const canCount = (workspaceId: WorkspaceId, lead: SQL): SQL =>
  sql`${lead}.workspace_id = ${workspaceId} and ${lead}.deleted_at is null and not ${lead}.is_test`;

const place = (lead: SQL): SQL =>
  sql`(not ${namesAd(lead)}, ${lead}.list = 'custom', ${lead}.created_at, ${lead}.list, ${lead}.lead_id)`;

/**
 * Whether `l` is the first of its merged leads. A lead without work is never merged.
 * @param among form leads only, or all leads
 */
export const isCounted = (
  workspaceId: WorkspaceId,
  among: 'forms' | 'all',
): SQL => sql`(own.lead_id is null or not exists (
  select from ${shownTogether(workspaceId)} as same
  -- Looks each lead up by its key, even where the planner avoids such joins.
  cross join lateral (select from ${leads} as other
    where ${canCount(workspaceId, sql`other`)} and other.list = same.list and other.lead_id = same.lead_id
      and ${place(sql`other`)} < ${place(sql`l`)}
      ${among === 'forms' ? sql`and other.list <> 'custom'` : sql``} offset 0) as earlier))`;
