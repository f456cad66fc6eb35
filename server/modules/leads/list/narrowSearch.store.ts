import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import { leads } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { LeadKey } from '#server/modules/leads/work/leadKey.ts';
import type { LeadFilter } from './leadFilter.ts';

/** Up to this number, reading each lead by its key is faster than reading all leads. */
const mostCandidates = 10_000;

/**
 * Limits a search to the leads that may contain the text, which the grams index finds. A search for a common text is
 * unchanged. The collation keeps PostgreSQL from reading another index.
 */
export const narrowSearch = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  filter: LeadFilter,
): Promise<LeadFilter> => {
  if (filter.grams === null || filter.keys) return filter;
  const { rows } = await db.execute<LeadKey>(sql`
    select l.list, l.lead_id as "leadId" from ${leads} as l
    where l.workspace_id = ${workspaceId} collate "C" and l.deleted_at is null
      and search_grams(l.workspace_id, l.search_text) @@ (select lower(${filter.grams})::tsquery)
    limit ${mostCandidates + 1}`);
  return rows.length > mostCandidates ? filter : { ...filter, keys: rows };
};
