import { defaultLeadStatuses } from '#shared/leadStatuses.ts';
import type { LeadMeaning } from '#shared/leadStatuses.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { leads, leadStatuses, leadStatusTexts, leadWork } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { isCounted, isShown, joinOwnWork } from '#server/modules/leads/contacts/countedLead.ts';
import { statusText } from '#server/modules/leads/work/statuses/leadStep.ts';

/*
 * SQL fragments that count leads by the meaning of their status: the status that a person chose, or else the imported
 * status. `outcome` is the work on the visible lead of `l`. Merged leads count once, for the lead that brought the
 * person.
 */

export const outcomeNames = ['qualifiedLeads', 'wonLeads', 'wonAmount', 'otherWonLeads'] as const;
export type OutcomeName = (typeof outcomeNames)[number];

const qualifiedMeanings: readonly LeadMeaning[] = ['qualified', 'won'];
const wonMeanings: readonly LeadMeaning[] = ['won'];

/**
 * The table `steps`, one row: the ids of the steps that mean qualified or won, and the imported status texts that mean
 * the same. A text means the step that a person mapped it to, or else the step with this name.
 */
export const withSteps = (workspaceId: WorkspaceId): SQL => {
  const presets = defaultLeadStatuses.map((step) => sql`(${step.id}::text, ${step.name}::text, ${step.meaning}::text)`);
  const means = (meanings: readonly LeadMeaning[]) => sql`where meaning = any(${sql.param(meanings)}::text[])`;
  return sql`steps as materialized (
    with ladder as materialized (
      select id, name, meaning from ${leadStatuses} where workspace_id = ${workspaceId}
      union all
      select * from (values ${sql.join(presets, sql`, `)}) as preset
      where not exists (select from ${leadStatuses} where workspace_id = ${workspaceId})
    ), mapped as materialized (
      select mapped.text, ladder.meaning from ${leadStatusTexts} as mapped join ladder on ladder.id = mapped.status_id
      where mapped.workspace_id = ${workspaceId}
    ), texts as materialized (
      select text, meaning from mapped
      union all
      select ${statusText(sql`name`)}, meaning from ladder
      where ${statusText(sql`name`)} not in (select text from mapped)
    )
    select array(select id from ladder ${means(qualifiedMeanings)}) as qualified_ids,
      array(select text from texts ${means(qualifiedMeanings)}) as qualified_texts,
      array(select id from ladder ${means(wonMeanings)}) as won_ids,
      array(select text from texts ${means(wonMeanings)}) as won_texts)`;
};

const isOne = (value: SQL, column: SQL): SQL => sql`${value} = any((select ${column} from steps)::text[])`;

/** Whether people gave any lead of the workspace a status that means qualified or won. Needs `steps`. */
export const hasQualifiedLeads = (workspaceId: WorkspaceId): SQL => sql`exists (select from ${leadWork} as w
  where w.workspace_id = ${workspaceId} and w.merged_into is null and ${isOne(sql`w.status_id`, sql`qualified_ids`)})`;

/** Joins `outcome`, the work on the visible lead. Most leads are not merged and need no further look-up. */
export const joinOutcomes = (workspaceId: WorkspaceId): SQL => {
  const ofShown = (columns: SQL, table: SQL) => sql`left join lateral (select ${columns} from ${table} as shown
    where own.merged_into is not null and ${isShown(workspaceId, sql`shown`)} offset 0)`;
  const isMerged = sql`own.merged_into is not null`;
  return sql`${joinOwnWork(workspaceId)}
    ${ofShown(sql`status_id, amount, currency`, sql`${leadWork}`)} as shown_work on true
    ${ofShown(sql`status_text`, sql`${leads}`)} as shown_lead on true
    cross join lateral (select
      case when ${isMerged} then shown_work.status_id else own.status_id end as status_id,
      case when ${isMerged} then shown_lead.status_text else l.status_text end as status_text,
      case when ${isMerged} then shown_work.amount else own.amount end as amount,
      case when ${isMerged} then shown_work.currency else own.currency end as currency) as outcome`;
};

/**
 * Columns with the outcome of a lead, for an ad account with this currency. `is_won` is null unless the lead is
 * qualified. Needs `steps`.
 */
export const outcomeColumns = (workspaceId: WorkspaceId, currency: SQL): SQL => {
  const text = statusText(sql`outcome.status_text`);
  const means = (ids: SQL, texts: SQL) => sql`coalesce(${isOne(sql`outcome.status_id`, ids)}, ${isOne(text, texts)})`;
  return sql`case when ${means(sql`qualified_ids`, sql`qualified_texts`)} and ${isCounted(workspaceId, 'all')}
      then ${means(sql`won_ids`, sql`won_texts`)} end as is_won,
    outcome.amount, outcome.currency is not distinct from ${currency} as is_own_currency`;
};

/** Sums over rows of `outcomeColumns`. @param isSummed which rows count */
export const outcomeSums = (isSummed: SQL): Record<OutcomeName, SQL> => ({
  qualifiedLeads: sql`count(l.is_won) filter (where ${isSummed})`,
  wonLeads: sql`count(*) filter (where l.is_won and ${isSummed})`,
  wonAmount: sql`coalesce(sum(l.amount) filter (where l.is_won and l.is_own_currency and ${isSummed}), 0)`,
  otherWonLeads: sql`count(l.amount) filter (where l.is_won and not l.is_own_currency and ${isSummed})`,
});

const isIn = { '': sql`not span.is_previous`, previous_: sql`span.is_previous` };

/** The columns of `collected`: sums over leads for both ranges. */
export const collectedSums: Readonly<Record<string, SQL>> = Object.fromEntries(
  Object.entries(isIn).flatMap(([prefix, isSummed]) => [
    [`${prefix}leads`, sql`count(*) filter (where ${isSummed})`],
    ...Object.entries(outcomeSums(isSummed)).map(([name, sum]) => [`${prefix}${name}`, sum]),
  ]),
);
