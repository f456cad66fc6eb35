import type { Transaction } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { leadEntries, leadWork, undoLeads } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { LeadKey } from './leadKey.ts';
import { anyOf, columnsAfter, differsIn, entriesBetween } from './fields/workChange.ts';
import type { FieldEntry } from './fields/workChange.ts';
import { columnName, rowOf, workColumns } from './fields/workFields.ts';
import type { Known, Row, WorkChange, WorkColumn } from './fields/workFields.ts';

/** An additional entry for each lead, besides the entries of changed fields. */
export type Note = { kind: 'note' | 'edited'; note: string; before?: string | null; after?: string | null };

type Entries = {
  authorId: string;
  /** The id of each lead's first entry, and the prefix of the other entry ids. */
  id: string;
  notes?: readonly Note[];
  /** Leads with at least this many entries change without a new entry. */
  limit?: number;
};

type Application = {
  /** Rows of `list`, `lead_id`, `created_at` and `arrived` (the step on arrival). Each lead must have a work row. */
  leads: SQL;
  change: WorkChange & { activeAt: Date };
  known: Known;
  /** Null to add no entries. */
  entries: Entries | null;
  /** The new version of all leads; by default, each version is incremented. */
  version?: number;
  /** The activity that keeps the former work for an undo. */
  activityId?: string;
};

/** The `leads` of a change of one lead. */
export const oneLead = (
  { list, leadId }: LeadKey,
  { createdAt, arrivedStatusId }: { createdAt: string | Date; arrivedStatusId: string },
): SQL => sql`select ${list}::text as list, ${leadId}::text as lead_id,
  ${new Date(createdAt).toISOString()}::timestamptz as created_at, ${arrivedStatusId}::text as arrived offset 0`;

const listed = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);

const insertEntries = (
  workspaceId: WorkspaceId,
  at: Date,
  { authorId, id, notes = [], limit }: Entries,
  fields: readonly FieldEntry[],
): SQL => {
  const rows = [
    ...fields.map(({ field, before, after, differs }) => ({
      suffix: field,
      kind: field,
      note: null,
      before,
      after,
      differs,
    })),
    ...notes.map(({ kind, note, before = null, after = null }, index) => ({
      suffix: `${index}`,
      kind,
      note,
      before: sql`${before}::text`,
      after: sql`${after}::text`,
      differs: sql`true`,
    })),
  ].map(
    ({ suffix, kind, note, before, after, differs }, place) =>
      sql`(${place}::int, ${suffix}::text, ${kind}::text, ${note}::text, ${before}, ${after}, ${differs})`,
  );
  const hasRoom =
    limit === undefined
      ? sql``
      : sql`where (select count(*) from ${leadEntries} as known where known.workspace_id = ${workspaceId}
          and known.list = work.list and known.lead_id = work.lead_id) < ${limit}`;
  return sql`
    insert into ${leadEntries} (workspace_id, list, lead_id, id, at, author_id, kind, note, before, after)
    select ${workspaceId}, work.list, work.lead_id, ${id}::text || case when number > 1 then '.' || suffix else '' end,
      ${at.toISOString()}::timestamptz, ${authorId}, entry.kind, entry.note, entry.before, entry.after
    from work cross join lateral (
      select *, row_number() over (order by place) as number
      from (values ${listed(rows)}) as each (place, suffix, kind, note, before, after, differs) where differs
    ) as entry ${hasRoom}`;
};

const keepBefore = (workspaceId: WorkspaceId, activityId: string): SQL => {
  const columns = workColumns.map((column) => sql`${leadWork[column].name}::text, work.${columnName(column)}`);
  return sql`
    insert into ${undoLeads} (workspace_id, activity_id, list, lead_id, lead_created_at, version, before)
    select ${workspaceId}, ${activityId}, work.list, work.lead_id, work.lead_created_at, work.next_version,
      jsonb_build_object(${listed(columns)}, 'former_version', work.version)
    from work`;
};

/**
 * Changes the work on leads, with an entry for each difference. With entries, a lead without differences or notes is
 * skipped.
 * @returns how many leads changed, and the highest tag count of a lead
 */
export const applyChange = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  { leads, change, known, entries, version, activityId }: Application,
): Promise<{ changed: number; mostTags: number }> => {
  const next = columnsAfter(change, rowOf('own'), known);
  const columns = workColumns.filter((column) => next[column]);
  const nextName = (column: WorkColumn): SQL => sql`${sql.identifier(`next_${leadWork[column].name}`)}`;
  const before = rowOf('work');
  const after: Row = (column) =>
    column !== 'arrived' && next[column] ? sql`work.${nextName(column)}` : before(column);
  const fields = entriesBetween(next, before, after, known);
  const notes = entries?.notes ?? [];
  if (entries && fields.length + notes.length === 0) return { changed: 0, mostTags: 0 };
  const isChanged = notes.length > 0 || !entries ? sql`true` : differsIn(change, fields);
  const isEdited = notes.some(({ kind }) => kind === 'edited');
  const grows = isEdited ? sql`true` : anyOf(fields.map(({ differs }) => differs));
  // Each statement locks its rows in the same order, so that statements cannot deadlock.
  const { rows } = await tx.execute<{ changed: number; mostTags: number }>(sql`
    with work as materialized (
      select work.*, ${version === undefined ? sql`work.version + (${grows})::int` : sql`${version}::int`} as next_version
      from (
        select own.*, ${listed(columns.map((column) => sql`${next[column]} as ${nextName(column)}`))} from (
          select own.*, given.created_at as lead_created_at, given.arrived
          from (${leads}) as given join ${leadWork} as own
            on own.workspace_id = ${workspaceId} and own.list = given.list and own.lead_id = given.lead_id
          order by own.list, own.lead_id for update of own
        ) as own
      ) as work where ${isChanged}
    ), updated as (
      update ${leadWork} as work set version = own.next_version,
        ${listed(columns.map((column) => sql`${columnName(column)} = own.${nextName(column)}`))}
      from work as own where work.workspace_id = ${workspaceId} and work.list = own.list and work.lead_id = own.lead_id
      returning work.tags
    )
    ${entries ? sql`, entries as (${insertEntries(workspaceId, change.activeAt, entries, fields)})` : sql``}
    ${activityId === undefined ? sql`` : sql`, kept as (${keepBefore(workspaceId, activityId)})`}
    select count(*)::int as changed, coalesce(max(cardinality(tags)), 0)::int as "mostTags" from updated`);
  return rows[0] ?? { changed: 0, mostTags: 0 };
};
