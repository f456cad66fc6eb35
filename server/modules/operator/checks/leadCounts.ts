import type { Pool } from 'pg';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';

const check = defineCheck('Data', 'data.leadCounts', 'Lead counts');

/**
 * The lists whose stored count differs from their rows. A lead of a platform that was also imported is in two lists. The
 * new leads of a running import are not counted yet.
 */
const differingLists = `
  select count(*)::int as lists from (
    select workspace_id, list, count(*) as leads from leads where deleted_at is null and list <> 'custom'
    group by workspace_id, list
    union all
    select workspace_id, 'custom', count(*) from leads
    where deleted_at is null and imported_at is not null and not exists (
      select from custom_lead_imports as i
      where i.workspace_id = leads.workspace_id and i.state = 'accepted' and i.created_at = leads.imported_at)
    group by workspace_id
  ) as real full join lead_counts as counted using (workspace_id, list)
  where coalesce(leads, 0) <> coalesce(total, 0)`;

/** Compares the stored lead counts with the leads, from one snapshot. */
export const checkLeadCounts = async (pool: Pool): Promise<CheckResult> => {
  const { rows } = await pool.query<{ lists: number }>(differingLists);
  const lists = rows[0]?.lists ?? 0;
  if (lists === 0) return check.ok('They equal the stored leads.');
  return check.fault(
    `${lists} of the lists of all workspaces show a wrong number of leads.`,
    'Stop Leadlight and count again, see "Wrong number of leads" in docs/operations/troubleshoot.md. Report this as a fault of Leadlight.',
  );
};
