import { and, asc, eq, inArray, sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import type { Transaction } from '#server/database/Database.ts';
import { leads, leadWork } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { lockMerges } from '#server/modules/leads/contacts/leadMerges.store.ts';
import { leadIdentity } from '#server/modules/leads/imported/rowIdentity.ts';
import { rowIdsOf } from '#server/modules/leads/imported/collectedId.ts';
import { readLeadStep } from '#server/modules/leads/work/statuses/leadStep.ts';
import { addToLeadCount } from './leadCounts.store.ts';

type Collected = { leadId: string; createdAt: Date | null };
type Adopted = Collected & { former: string };

/** Finds imported leads with the id of a collected lead that is not stored yet. */
const findImported = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  platform: LeadPlatformId,
  collected: readonly Collected[],
): Promise<Adopted[]> => {
  const given = collected.flatMap(({ leadId }) =>
    rowIdsOf(leadId).map((rowId) => ({ leadId, identity: leadIdentity(rowId) })),
  );
  if (given.length === 0) return [];
  const { rows } = await tx.execute<{ leadId: string; former: string }>(sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given ("leadId" text, identity text)
      where not exists (select from leads as known where known.workspace_id = ${workspaceId} and known.list = ${platform}
        and known.lead_id = given."leadId")
    )
    select given."leadId", l.lead_id as former from given join leads as l
      on l.workspace_id = ${workspaceId} and l.identity = given.identity and l.list = 'custom' and l.deleted_at is null
    order by l.imported_at desc, l.position, l.lead_id`);
  // Of several imported leads with one id, the first.
  const formers = new Map(rows.map(({ leadId, former }) => [leadId, former]));
  return collected.flatMap((lead) => {
    const former = formers.get(lead.leadId);
    return former === undefined ? [] : [{ ...lead, former }];
  });
};

/** Waits for open changes of imported leads, so that the next statement sees them. */
const holdImported = async (tx: Transaction, workspaceId: WorkspaceId, ids: readonly string[]): Promise<void> => {
  await lockMerges(tx, workspaceId);
  // A change locks the lead first.
  for (const table of [leads, leadWork])
    await tx
      .select({ id: table.leadId })
      .from(table)
      .where(and(eq(table.workspaceId, workspaceId), eq(table.list, 'custom'), inArray(table.leadId, [...ids])))
      .orderBy(asc(table.leadId))
      .for('update');
};

/** Gives adopted leads their new key in a table, and their new public id in the column `reference`. */
const rename = (
  workspaceId: WorkspaceId,
  platform: LeadPlatformId,
  {
    table,
    reference,
    isReference = sql`true`,
    also = sql``,
  }: { table: SQL; reference: SQL; isReference?: SQL; also?: SQL },
): SQL => sql`
  update ${table} as t set list = case when own.id is null then t.list else ${platform} end,
    lead_id = coalesce(own.id, t.lead_id), ${reference} = coalesce(other.public_id, t.${reference}) ${also}
  from (
    select list, lead_id, ${reference} as named from ${table}
      where workspace_id = ${workspaceId} and list = 'custom' and lead_id in (select former from adopted)
    union
    select list, lead_id, ${reference} from ${table}
      where workspace_id = ${workspaceId} and ${isReference} and ${reference} in (select former_public_id from adopted)
  ) as found
  left join adopted as own on found.list = 'custom' and own.former = found.lead_id
  left join adopted as other on other.former_public_id = found.named
  where t.workspace_id = ${workspaceId} and t.list = found.list and t.lead_id = found.lead_id
    and t.${reference} is not distinct from found.named`;

/**
 * Gives imported leads the keys of collected leads with the same ids, so that each becomes one lead, with its status,
 * notes, merges and undo data. Call `lockContacts` first, and store the collected leads and their contacts afterwards.
 * @returns the number of these leads
 */
export const adoptImported = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  platform: LeadPlatformId,
  collected: readonly Collected[],
): Promise<number> => {
  const found = await findImported(tx, workspaceId, platform, collected);
  if (found.length === 0) return 0;
  await holdImported(
    tx,
    workspaceId,
    found.map(({ former }) => former),
  );
  const step = await readLeadStep(tx, workspaceId);
  const pairs = found.map(({ leadId: id, former, createdAt }) => ({ id, former, createdAt }));
  const change = (values: Parameters<typeof rename>[2]): SQL => rename(workspaceId, platform, values);
  const isFormer = (table: SQL): SQL =>
    sql`${table}.workspace_id = ${workspaceId} and ${table}.list = 'custom' and ${table}.lead_id = adopted.former`;
  // One statement, because foreign keys are checked at its end.
  await tx.execute(sql`
    with adopted as materialized (
      select given.id, given.former, ${platform} || ':' || given.id as public_id, 'custom:' || given.former as former_public_id,
        l.created_at as former_arrival, coalesce(given."createdAt", l.created_at) as arrival,
        -- The imported status remains as if a person had chosen it: form leads have no status text.
        nullif(${step.arrived}, ${step.firstId}) as status_id
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as given (id text, former text, "createdAt" timestamptz)
      join leads as l on l.workspace_id = ${workspaceId} and l.list = 'custom' and l.lead_id = given.former
    ), moved as (
      update leads set list = ${platform}, lead_id = adopted.id, status_text = null, country = null,
        record = case when answers = '[]' then record else record || jsonb_build_object('answers', answers) end
      from adopted where ${isFormer(sql`leads`)}
    ), work as (${change({
      table: sql`lead_work`,
      reference: sql`merged_into`,
      also: sql`, status_id = coalesce(t.status_id, own.status_id), active_at = case
        when own.id is null then t.active_at when t.active_at <= own.former_arrival then own.arrival
        else greatest(t.active_at, own.arrival) end`,
    })}), new_work as (
      insert into lead_work (workspace_id, list, lead_id, status_id, active_at, version)
      select ${workspaceId}, ${platform}, id, status_id, arrival, 0 from adopted where status_id is not null
        and not exists (select from lead_work where ${isFormer(sql`lead_work`)})
    ), entries as (${change({
      table: sql`lead_entries`,
      reference: sql`after`,
      isReference: sql`kind in ('merged', 'separated')`,
    })}), merges as (${change({ table: sql`lead_merges`, reference: sql`into_id` })}), undo as (
      update undo_leads set list = ${platform}, lead_id = adopted.id, before = case
        when jsonb_typeof(before -> 'status_id') = 'null' and adopted.status_id is not null
        then jsonb_set(before, '{status_id}', to_jsonb(adopted.status_id)) else before end
      from adopted where ${isFormer(sql`undo_leads`)}
    )
    delete from lead_contacts using adopted where ${isFormer(sql`lead_contacts`)}`);
  await addToLeadCount(tx, workspaceId, 'custom', 0, true);
  return found.length;
};
