import { defaultLeadStatuses } from '#shared/leadStatuses.ts';
import type { LeadMeaning } from '#shared/leadStatuses.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { leadStatuses, leadWork } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { isCounted, isShownWork, joinOwnWork } from '#server/modules/leads/contacts/countedLead.ts';

/*
 * SQL fragments that count leads by the meaning of their status. `outcome` is the work on the lead `l`, if `l` is
 * qualified. Merged leads count once, for the lead that brought the person.
 */

export const outcomeNames = ['qualifiedLeads', 'wonLeads', 'wonAmount', 'otherWonLeads'] as const;
export type OutcomeName = (typeof outcomeNames)[number];

/** Ids of the steps with one of these meanings. PostgreSQL computes an array only once per statement. */
const stepsThatMean = (workspaceId: WorkspaceId, meanings: readonly LeadMeaning[]): SQL => {
  const presets = defaultLeadStatuses.filter(({ meaning }) => meanings.includes(meaning)).map(({ id }) => id);
  return sql`array(
    select id from ${leadStatuses} where workspace_id = ${workspaceId} and meaning = any(${sql.param(meanings)}::text[])
    union all
    select id from unnest(${sql.param(presets)}::text[]) as preset (id)
    where not exists (select from ${leadStatuses} where workspace_id = ${workspaceId}))`;
};

/** Whether a status means qualified or won. */
export const isQualified = (workspaceId: WorkspaceId, statusId: SQL): SQL =>
  sql`${statusId} = any(${stepsThatMean(workspaceId, ['qualified', 'won'])})`;

/** Whether any lead of the workspace is qualified or won. */
export const hasQualifiedLeads = (workspaceId: WorkspaceId): SQL => sql`exists (select from ${leadWork} as w
  where w.workspace_id = ${workspaceId} and w.merged_into is null and ${isQualified(workspaceId, sql`w.status_id`)})`;

/** Joins `outcome`, the work that qualifies a person, to the lead that brought the person. */
export const joinOutcomes = (workspaceId: WorkspaceId): SQL => sql`${joinOwnWork(workspaceId)}
  left join ${leadWork} as outcome on ${isShownWork(workspaceId, sql`outcome`)}
    and ${isQualified(workspaceId, sql`outcome.status_id`)} and ${isCounted(workspaceId)}`;

/** Columns with the outcome of a lead, for an ad account with this currency. `is_won` is null unless the lead is qualified. */
export const outcomeColumns = (workspaceId: WorkspaceId, currency: SQL): SQL => {
  const isWon = sql`outcome.status_id = any(${stepsThatMean(workspaceId, ['won'])})`;
  return sql`${isWon} as is_won,
    case when ${isWon} then outcome.amount end as won_amount,
    outcome.currency is not distinct from ${currency} as is_own_currency`;
};

/** Sums over rows of `outcomeColumns`. @param isSummed which rows count */
export const outcomeSums = (isSummed: SQL): Record<OutcomeName, SQL> => ({
  qualifiedLeads: sql`count(l.is_won) filter (where ${isSummed})`,
  wonLeads: sql`count(*) filter (where l.is_won and ${isSummed})`,
  wonAmount: sql`coalesce(sum(l.won_amount) filter (where l.is_own_currency and ${isSummed}), 0)`,
  otherWonLeads: sql`count(l.won_amount) filter (where not l.is_own_currency and ${isSummed})`,
});

/** The outcome columns of `collected`, for both ranges. */
export const collectedOutcomes = sql.join(
  [
    ...Object.entries(outcomeSums(sql`not span.is_previous`)).map(
      ([name, sum]) => sql`${sum} as ${sql.identifier(name)}`,
    ),
    ...Object.entries(outcomeSums(sql`span.is_previous`)).map(
      ([name, sum]) => sql`${sum} as ${sql.identifier(`previous_${name}`)}`,
    ),
  ],
  sql`, `,
);
