import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { branchesOf, orders } from './leadBranch.ts';
import type { LeadFilter } from './leadFilter.ts';
import { completedFrom, shownColumns } from './leadRows.ts';
import type { WorkedLeadRow } from './leadRows.ts';
import type { LeadStep } from '#server/modules/leads/work/statuses/leadStep.ts';

/** The leads of a step with values in one currency; `currency` is null for leads without a value. */
export type StepTotal = { statusId: string; currency: string | null; leads: number; amount: number | null };

type Board = { totals: StepTotal[]; rows: WorkedLeadRow[] };

/** Reads the newest leads of each step and the totals of all steps in one statement. */
export const readBoard = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  { filter, step, cards }: { filter: LeadFilter; step: LeadStep; cards: number },
): Promise<Board> => {
  const ids = step.ladder.map(({ id }) => id);
  // Numbers compare faster than ids.
  const columnsOf = () => [
    sql`array_position(${sql.param(ids)}::text[], ${step.of}) as step`,
    sql`w.amount`,
    sql`w.currency`,
  ];
  // Scanning all leads once per step is faster than sorting all leads.
  const { rows } = await db.execute<{ totals: StepTotal[] | null } & (WorkedLeadRow | { list: null })>(sql`
    with found as materialized (${branchesOf(workspaceId, step, { filter, columnsOf })}),
      cards as materialized (
        select card.list, card.lead_id, row_number() over (order by steps.step, ${orders.newest.all}) as place
        from generate_series(1, ${ids.length}::int) as steps (step), lateral (
          select list, lead_id, created_at, position from found where found.step = steps.step
          order by ${orders.newest.all} limit ${cards}) as card),
      totals as (
        select json_agg(json_build_object('statusId', (${sql.param(ids)}::text[])[step], 'currency', currency, 'leads', leads, 'amount', amount)) as totals
        from (select step, currency, count(*) as leads, sum(amount)::float8 as amount from found group by 1, 2) as each)
    select totals.totals, ${shownColumns(step)}
    from totals left join (${completedFrom(workspaceId, sql`cards`)}) on true
    order by p.place`);
  return {
    totals: rows[0]?.totals ?? [],
    rows: rows.flatMap((row) => (row.list === null ? [] : [row])),
  };
};
