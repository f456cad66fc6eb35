import type { LeadList } from '#shared/leadLists.ts';
import { duplicateLimits } from '#shared/limits.ts';
import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { leadContacts, leads, leadWork } from '#server/database/schema.ts';
import { isOfLead } from '#server/modules/leads/work/changes.store.ts';
import { isInLists } from '#server/modules/leads/list/leadFilter.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { LeadKey } from '#server/modules/leads/work/leadKey.ts';
import { toPublicId } from '#server/modules/leads/work/leadKey.ts';

type KeyColumn = 'email_key' | 'phone_key';
const keyColumns: readonly KeyColumn[] = ['email_key', 'phone_key'];

type Shared = 'email' | 'phone';
const sharedOf: Record<KeyColumn, Shared> = { email_key: 'email', phone_key: 'phone' };

const anyKey = (condition: (key: SQL) => SQL): SQL =>
  sql`(${sql.join(
    keyColumns.map((key) => condition(sql`${sql.identifier(key)}`)),
    sql` or `,
  )})`;

/** A condition on a lead: its person has an earlier lead that is not merged into it. */
export const repeatsPerson = (workspaceId: WorkspaceId, list: LeadList, leadId: SQL): SQL => sql`exists (
  select 1 from ${leadContacts} own
  where own.workspace_id = ${workspaceId} and own.list = ${list} and own.lead_id = ${leadId} and own.is_repeat
    and ${anyKey(
      (key) => sql`exists (
        select 1 from ${leadContacts} earlier
        left join ${leadWork} its on its.workspace_id = ${workspaceId} and its.list = earlier.list
          and its.lead_id = earlier.lead_id
        where earlier.workspace_id = ${workspaceId} and earlier.${key} = own.${key}
          and (earlier.arrived_at, earlier.list, earlier.lead_id) < (own.arrived_at, own.list, own.lead_id)
          and its.merged_into is distinct from own.list || ':' || own.lead_id)`,
    )})`;

/** The number of leads in these lists that are merged into another lead. */
export const mergedCount = (workspaceId: WorkspaceId, lists: readonly LeadList[]): SQL =>
  sql`select count(*)::int from ${leadWork} as w where workspace_id = ${workspaceId} and merged_into is not null
    and ${isOfLead(workspaceId, sql`w`, isInLists(lists))}`;

/** The first leads for each key in `own`, up to `counted` per key, each with its visible lead. */
const withKeysOf = (workspaceId: WorkspaceId): SQL => sql`
  cross join lateral (${sql.join(
    keyColumns.map(
      (
        key,
      ) => sql`(select ${sharedOf[key]}::text as shared, same.list, same.lead_id, same.arrived_at from ${leadContacts} same
        where same.workspace_id = ${workspaceId} and same.${sql.identifier(key)} = own.${sql.identifier(key)}
        order by same.arrived_at, same.list, same.lead_id limit ${duplicateLimits.counted + 1})`,
    ),
    sql` union `,
  )}) other
  left join ${leadWork} its on its.workspace_id = ${workspaceId} and its.list = other.list
    and its.lead_id = other.lead_id
  cross join lateral (select coalesce(its.merged_into, other.list || ':' || other.lead_id) as id) root`;

const given = (keys: readonly LeadKey[]): SQL =>
  sql`unnest(${sql.param(keys.map(({ list }) => list))}::text[], ${sql.param(keys.map(({ leadId }) => leadId))}::text[])`;

/** Counts the leads of the person for each lead that repeats an earlier lead. @returns counts by public id */
export const countPersonLeads = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  keys: readonly LeadKey[],
): Promise<Map<string, number>> => {
  if (keys.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; others: number }>(sql`
    with own as (
      select c.*, c.list || ':' || c.lead_id as id from ${given(keys)} as shown(list, lead_id)
      join ${leadContacts} c on c.workspace_id = ${workspaceId} and c.list = shown.list and c.lead_id = shown.lead_id
      where c.is_repeat
    )
    select own.id, count(distinct root.id)::int as others from own ${withKeysOf(workspaceId)}
    where root.id <> own.id
    group by own.id
    having bool_or((other.arrived_at, other.list, other.lead_id) < (own.arrived_at, own.list, own.lead_id))`);
  return new Map(rows.map(({ id, others }) => [id, Math.min(others + 1, duplicateLimits.counted)]));
};

export type SharingLead = { id: string; shares: Shared[] };

/** The other leads of the same person, oldest first. @param members the lead, and the leads merged into it */
export const listSharingLeads = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  members: readonly LeadKey[],
): Promise<SharingLead[]> => {
  const { rows } = await db.execute<SharingLead>(sql`
    with own as (
      select c.* from ${given(members)} as shown(list, lead_id)
      join ${leadContacts} c on c.workspace_id = ${workspaceId} and c.list = shown.list and c.lead_id = shown.lead_id
    )
    select root.id, array_agg(distinct other.shared) as shares from own ${withKeysOf(workspaceId)}
    where root.id <> all (${sql.param(members.map(toPublicId))}::text[])
    group by root.id order by min(other.arrived_at), root.id limit ${duplicateLimits.counted}`);
  return rows;
};

/** The names of leads by their public ids. */
export const readLeadNames = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  keys: readonly LeadKey[],
): Promise<Map<string, string>> => {
  if (keys.length === 0) return new Map();
  const { rows } = await db.execute<LeadKey & { name: string }>(sql`
    select l.list, l.lead_id as "leadId", l.name from ${given(keys)} as shown(list, lead_id)
    join ${leads} l on l.workspace_id = ${workspaceId} and l.list = shown.list and l.lead_id = shown.lead_id
      and l.deleted_at is null`);
  return new Map(rows.map((row) => [toPublicId(row), row.name]));
};
