import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import { leadEntries, leadWork, workspaces } from '#server/database/schema.ts';

/** When a lead was first responded to, and last changed, as epoch milliseconds. */
export type DatedWork = { id: string; first: number; last: number };

/** Dates the work of a minute back to when people would have done it, so the demo has response times and ages. */
export const dateWork = async (db: Queryable, workspaceId: string, work: readonly DatedWork[]): Promise<void> => {
  const latest = Date.now();
  const told = JSON.stringify(
    work.map(({ id, first, last }) => ({
      list: id.slice(0, id.indexOf(':')),
      lead_id: id.slice(id.indexOf(':') + 1),
      first: new Date(Math.min(first, latest)).toISOString(),
      last: new Date(Math.min(last, latest)).toISOString(),
    })),
  );
  await db.execute(sql`
    with told as (
      select * from jsonb_to_recordset(${told}::jsonb)
        as each (list text, lead_id text, first timestamptz, last timestamptz)
    ), ranked as (
      select entry.list, entry.lead_id, entry.id, told.first, told.last,
        dense_rank() over (partition by entry.list, entry.lead_id order by entry.at) as step
      from ${leadEntries} as entry join told on told.list = entry.list and told.lead_id = entry.lead_id
      where entry.workspace_id = ${workspaceId}
    ), entries as (
      -- The assignment and the first response happen together.
      update ${leadEntries} as entry set at = case when step <= 2 then first else last end from ranked
      where entry.workspace_id = ${workspaceId} and entry.list = ranked.list and entry.lead_id = ranked.lead_id
        and entry.id = ranked.id
    ), since as (
      update ${workspaces} set responses_since = now() - interval '1 year' where id = ${workspaceId}
    )
    update ${leadWork} as work set responded_at = told.first, active_at = told.last from told
    where work.workspace_id = ${workspaceId} and work.list = told.list and work.lead_id = told.lead_id`);
};
