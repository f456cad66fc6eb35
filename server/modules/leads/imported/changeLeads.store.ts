import { leadLists } from '#shared/leadLists.ts';
import type { LeadList } from '#shared/leadLists.ts';
import { leadPlatformIds } from '#shared/platforms.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import type { Transaction } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { leads } from '#server/database/schema.ts';
import type { CellHashes, StoredRecord } from '#server/database/schema/leads.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { recognizeAgain } from '#server/modules/leads/contacts/fillContacts.ts';
import { agedFrom } from '#server/modules/leads/store/keptSince.ts';
import { addToLeadCount } from '#server/modules/leads/store/leadCounts.store.ts';
import type { FoundLead } from './knownLeads.store.ts';
import { importedColumns, importedValues } from './leadRecord.ts';
import { mergeRow } from './mergeRow.ts';
import { isIdIdentity } from './rowIdentity.ts';

type Change = {
  row_number: number;
  list: LeadList;
  lead_id: string;
  was_imported: boolean;
  has_changed: boolean;
  identity: string | null;
  record: StoredRecord;
  answers: FoundLead['answers'];
  is_test: boolean;
  seen: Record<string, CellHashes> | null;
};

/** A column of a row that a person has edited, so that the value of the sheet was not applied. */
export type Conflict = { rowNumber: number; column: string };

export type ChangedLeads = {
  /** Collected leads that are new in the list of imported leads. */
  joined: number;
  changed: number;
  /** Known leads whose rows contain nothing new. */
  unchanged: number;
  /** Leads whose former values were stored for the undo. */
  kept: number;
  conflicts: Conflict[];
};

type ChangeOptions = {
  moment: SQL;
  /** Sets `updated_at` of all these leads. */
  renewUnchanged: boolean;
  activityId: string | null;
  source: string | null;
  rowsBefore: number;
  list: LeadList;
};

/**
 * A known lead after its row is applied. A collected lead keeps the answers of its form, and only its platform says
 * whether it is a test.
 */
const toChange = (found: FoundLead, source: string | null): { change: Change; conflicts: Conflict[] } => {
  const { isCollected, isTest } = found;
  const rowIsTest = isCollected ? isTest : (found.rowIsTest ?? false);
  const given = { record: found.rowRecord, answers: found.rowAnswers ?? [], isTest: rowIsTest };
  const { answers: rowAnswers = [], ...record } = found.record ?? {};
  const answers = isCollected ? rowAnswers : found.answers;
  const edited = found.record === null ? [] : found.edited;
  const seen = source === null ? null : (found.seen?.[source] ?? null);
  const merged = mergeRow({ record, answers, isTest, edited, seen }, given);
  const hasRowAnswers = isCollected && merged.answers.length > 0;
  // A lead takes over an id that comes later, and the contact of a corrected row.
  const isNewIdentity =
    found.rowIdentity !== null &&
    found.rowIdentity !== found.identity &&
    (found.identity === null || !isIdIdentity(found.identity));
  const change = {
    row_number: found.rowNumber,
    list: found.list,
    lead_id: found.leadId,
    was_imported: found.wasImported,
    has_changed: merged.hasChanged || !found.wasImported,
    identity: isNewIdentity ? found.rowIdentity : found.identity,
    record: hasRowAnswers ? { ...merged.record, answers: [...merged.answers] } : merged.record,
    answers: isCollected ? found.answers : [...merged.answers],
    is_test: merged.isTest,
    seen: source === null ? found.seen : { ...found.seen, [source]: merged.seen },
  };
  return { change, conflicts: merged.conflicts.map((column) => ({ rowNumber: found.rowNumber, column })) };
};

/** Whether a sheet found its row as its last run left it, so that nothing is stored. */
const isAsSeen = (found: FoundLead, change: Change, source: string | null): boolean =>
  source !== null &&
  !change.has_changed &&
  change.identity === found.identity &&
  JSON.stringify(found.seen?.[source]) === JSON.stringify(change.seen?.[source]);

/** Part of a statement: stores the former values of the leads that it changes. Not for leads that the same import added. */
const keepFormer = (workspaceId: WorkspaceId, activityId: string | null, isChanged: SQL): SQL =>
  activityId === null
    ? sql`select where false`
    : sql`insert into undo_leads (workspace_id, activity_id, list, lead_id, lead_created_at, before)
        select ${workspaceId}, ${activityId}, known.list, known.lead_id, ${agedFrom(sql`known`)}, to_jsonb(known) - 'search_text'
        from given join ${leads} as known
          on known.workspace_id = ${workspaceId} and known.list = given.list and known.lead_id = given.lead_id
        where given.was_imported and ${isChanged} and known.activity_id is distinct from ${activityId}
        on conflict do nothing
        returning 1`;

const contactColumns = ['EmailAddress', 'Number', 'country'] as const;

/** Whether the row changed what its person is known by. A collected lead is known by the data of its platform. */
const hasOtherContact = ({ isCollected, record }: FoundLead, change: Change): boolean =>
  !isCollected && contactColumns.some((key) => record?.[key] !== change.record[key]);

/** Applies rows to the leads that they are. Call `lockCustomLeads` first. */
export const changeLeads = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  found: readonly FoundLead[],
  { moment, renewUnchanged, activityId, source, rowsBefore, list }: ChangeOptions,
): Promise<ChangedLeads> => {
  // In the list of a platform, a lead that the platform sent has nothing to learn from a sheet.
  const changeable = found.filter(({ isCollected }) => list === 'custom' || !isCollected);
  const applied = changeable.map((lead) => ({ lead, ...toChange(lead, source) }));
  const conflicts = applied.flatMap((each) => each.conflicts);
  const stored = applied
    .filter(({ lead, change }) => renewUnchanged || !isAsSeen(lead, change, source))
    .map(({ change }) => change);
  const changed = stored.filter((change) => change.has_changed && change.was_imported).length;
  const joined = stored.filter((change) => !change.was_imported).length;
  const counts = { joined, changed, unchanged: found.length - changed - joined, conflicts };
  if (stored.length === 0) return { ...counts, kept: 0 };
  const isChanged = renewUnchanged ? sql`true` : sql`given.has_changed`;
  const columns = importedColumns.map((name, index) => {
    const column = sql.identifier(name);
    const value = importedValues(sql`given.record`)[index];
    // A collected lead keeps the data of its platform.
    return name === 'record'
      ? sql`record = given.record`
      : sql`${column} = case when l.source = 'platform' then l.${column} else ${value} end`;
  });
  const { rows } = await tx.execute<{ kept: number; lists: LeadPlatformId[] }>(sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as given (row_number int, list text, lead_id text,
        was_imported boolean, has_changed boolean, identity text, record jsonb, answers jsonb, is_test boolean, seen jsonb)
    ), former as (${keepFormer(workspaceId, activityId, isChanged)}), changed as (
      update ${leads} as l set ${sql.join(columns, sql`, `)}, identity = given.identity, seen = given.seen,
        answers = case when l.source = 'platform' then l.answers else given.answers end, is_test = given.is_test,
        updated_at = case when ${isChanged} then ${moment} else l.updated_at end,
        imported_at = case when given.was_imported then l.imported_at else ${moment} end,
        position = case when given.was_imported then l.position else -(${rowsBefore}::int + given.row_number) end,
        activity_id = case when given.was_imported then l.activity_id else ${activityId}::text end
      from given where l.workspace_id = ${workspaceId} and l.list = given.list and l.lead_id = given.lead_id
      returning l.list
    )
    select (select count(*)::int from former) as kept,
      array(select distinct list from changed where list = any(${sql.param(leadPlatformIds)}::text[])) as lists`);
  const { kept = 0, lists = [] } = rows[0] ?? {};
  const recognized = applied.flatMap(({ lead, change }) => (hasOtherContact(lead, change) ? [lead] : []));
  for (const own of leadLists) {
    const ids = recognized.flatMap((lead) => (lead.list === own ? [lead.leadId] : []));
    await recognizeAgain(tx, workspaceId, own, ids);
  }
  for (const reordered of lists) await addToLeadCount(tx, workspaceId, reordered, 0, true);
  return { ...counts, kept };
};
