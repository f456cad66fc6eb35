import { leadLists } from '#shared/leadLists.ts';
import type { Queryable } from '#server/database/Database.ts';
import { and, eq, sql } from '#server/database/drizzle.ts';
import { leadMerges } from '#server/database/schema.ts';
import { textArray } from '#server/database/textArray.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { readPublicId, toPublicId } from '#server/modules/leads/work/leadKey.ts';
import type { LeadKey } from '#server/modules/leads/work/leadKey.ts';
import { addToReceipt } from '#server/modules/privacy/receipts.store.ts';
import type { FoundLead, LeadRecord } from './personLeads.store.ts';
import type { Search } from './personRows.store.ts';

/* Finds the person in merged leads. Merged leads count as leads of one person. */

const readLeads = async (db: Queryable, workspaceId: WorkspaceId, keys: readonly LeadKey[]): Promise<FoundLead[]> => {
  const ids = textArray(keys.map(({ leadId }) => leadId));
  const { rows } = await db.execute<LeadRecord>(
    sql`select * from leads where workspace_id = ${workspaceId} and lead_id = any(${ids}) and list = any(${textArray(leadLists)})`,
  );
  const wanted = new Set(keys.map(toPublicId));
  return rows
    .map((record) => ({ list: record.list, id: record.lead_id, record }))
    .filter(({ list, id }) => wanted.has(toPublicId({ list, leadId: id })));
};

/** These leads and all leads that are merged with one of them, in either direction. Empty if there are no merges. */
export const findMergedWith = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  found: readonly FoundLead[],
): Promise<FoundLead[]> => {
  if (found.length === 0) return [];
  const [lists, ids] = [found.map(({ list }) => list), found.map(({ id }) => id)].map((values) => sql.param(values));
  const { rows } = await db.execute<{ id: string }>(sql`
    with roots as (
      select distinct coalesce(work.merged_into, given.list || ':' || given.id) as id
      from unnest(${lists}::text[], ${ids}::text[]) as given(list, id)
      left join lead_work work on work.workspace_id = ${workspaceId} and work.list = given.list and work.lead_id = given.id
    ), members as (
      select roots.id as root, work.list || ':' || work.lead_id as id from roots
      join lead_work work on work.workspace_id = ${workspaceId} and work.merged_into = roots.id
    )
    select root as id from members union select id from members`);
  return readLeads(
    db,
    workspaceId,
    rows.flatMap(({ id }) => readPublicId(id) ?? []),
  );
};

/** Removes tags that name the person from the stored merge changes, which a separation would restore. */
export const eraseFromMerges = async ({ db, workspaceId, matcher, receipt }: Search): Promise<number> => {
  const { list, leadId, changes } = leadMerges;
  const found = await db
    .select({ list, leadId, changes })
    .from(leadMerges)
    .where(and(eq(leadMerges.workspaceId, workspaceId), matcher.mayBeIn(sql`coalesce(${changes} ->> 'tags', '')`)));
  const named = found.filter((merge) => matcher.isIn(merge.changes.tags ?? []));
  if (receipt === null) return named.length;
  for (const merge of named)
    await db.transaction(async (tx) => {
      const { tags = [], ...rest } = merge.changes;
      const kept = tags.filter((tag) => !matcher.isIn([tag]));
      await tx
        .update(leadMerges)
        .set({ changes: kept.length > 0 ? { ...rest, tags: kept } : rest })
        .where(and(eq(leadMerges.workspaceId, workspaceId), eq(list, merge.list), eq(leadId, merge.leadId)));
      await addToReceipt(tx, receipt, { lead_merges: 1 });
    });
  return named.length;
};
