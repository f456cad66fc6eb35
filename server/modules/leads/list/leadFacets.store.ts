import type { LeadList } from '#shared/leadLists.ts';
import { customLeadColumns } from '#shared/customLeadColumns.ts';
import type { CustomLeadKey } from '#shared/customLeadColumns.ts';
import { leadWorkLimits } from '#shared/limits.ts';
import type { Queryable } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { leads, leadWork } from '#server/database/schema.ts';
import { isOfLead } from '#server/modules/leads/work/changes.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

const { facets, facetLeads, facetAnswers, question } = leadWorkLimits;

/** Imported columns whose values many leads share. */
const sharedColumns: readonly CustomLeadKey[] = [
  'Status',
  'Project',
  'ad_name',
  'adset_name',
  'is_organic',
  'platform',
  'UnitType',
  'salesAdvisorContact',
  'country',
  'StartingPrice',
];

const importedColumns = customLeadColumns.filter(({ key }) => sharedColumns.includes(key));
const keys = sql.param(importedColumns.map(({ key }) => key));
const titles = sql.param(importedColumns.map(({ title }) => title));

/** The names and values of the answers in `recent`, without contact data, which people search for instead. */
const answers = sql`select item ->> 'name' as name, value
    from recent, jsonb_array_elements(answers) as answer (item), jsonb_array_elements_text(item -> 'values') as given (value)
    where value not in (recent.name, email, phone)
  union all
  select title, record ->> key from recent, unnest(${keys}::text[], ${titles}::text[]) as known (key, title)
    where record ? key`;

const named = (id: SQL, name: SQL): SQL => sql`
  (select coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]') from (
    select coalesce(nullif(${id}, ''), ${name}) as id, max(coalesce(nullif(${name}, ''), ${id})) as name from recent
    where coalesce(nullif(${id}, ''), nullif(${name}, '')) is not null
    group by 1 order by count(*) desc, 2 limit ${facets}) as named)`;

type Named = { id: string; name: string };
export type ListFacets = { forms: Named[]; campaigns: Named[]; questions: { name: string; answers: string[] }[] };

/** Reads the values of the newest leads in a list, most frequent first. */
export const readListFacets = async (db: Queryable, workspaceId: WorkspaceId, list: LeadList): Promise<ListFacets> => {
  const { rows } = await db.execute<ListFacets>(sql`
    with recent as materialized (
        select * from ${leads} where workspace_id = ${workspaceId} and list = ${list} and deleted_at is null
        order by created_at desc, position desc, lead_id desc limit ${facetLeads}),
      counted as (
        select name, value, count(*) as leads from (${answers}) as answers
        where value <> '' and length(value) <= ${question} and length(name) between 1 and ${question} group by 1, 2),
      questions as (
        select name, json_agg(value order by leads desc, value) as answers from counted
        group by name having count(*) <= ${facetAnswers} order by name limit ${facets})
    select ${named(sql`form_id`, sql`form_name`)} as forms, ${named(sql`campaign_id`, sql`campaign_name`)} as campaigns,
      (select coalesce(json_agg(json_build_object('name', name, 'answers', answers)), '[]') from questions) as questions`);
  return rows[0] ?? { forms: [], campaigns: [], questions: [] };
};

/** Reads the tags of the leads that people worked on last, most frequent first. */
export const listTags = async (db: Queryable, workspaceId: WorkspaceId): Promise<string[]> => {
  const { rows } = await db.execute<{ tag: string }>(sql`
    select tag from (
      select tags from ${leadWork} as w where workspace_id = ${workspaceId} and ${isOfLead(workspaceId, sql`w`)}
      order by active_at desc limit ${4 * facetLeads}
    ) as recent, unnest(tags) as tag
    group by tag order by count(*) desc, tag limit ${facets}`);
  return rows.map(({ tag }) => tag);
};
