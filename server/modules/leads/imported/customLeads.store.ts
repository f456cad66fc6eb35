import { and, eq, isNull, sql } from '#server/database/drizzle.ts';
import type { SQL, SQLWrapper } from '#server/database/drizzle.ts';
import type { Transaction } from '#server/database/Database.ts';
import { leadCounts, leads } from '#server/database/schema.ts';
import type { LeadList } from '#shared/leadLists.ts';
import { readRowTime } from '#shared/lib/readRowTime.ts';
import { newId } from '#server/lib/ids.ts';
import { storableText } from '#server/lib/storableText.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { CountryCode } from '#shared/leadFiles/cells/readCountry.ts';
import { lockContacts, markRepeats, readPhoneCountry } from '#server/modules/leads/contacts/leadContacts.store.ts';
import { addToLeadCount } from '#server/modules/leads/store/leadCounts.store.ts';
import { changeLeads } from './changeLeads.store.ts';
import type { ChangedLeads } from './changeLeads.store.ts';
import { collectedId } from './collectedId.ts';
import type { ImportedLead } from './ImportedLead.ts';
import { toBatches } from './imports/toBatches.ts';
import { inputRows, recognizeRows } from './knownLeads.store.ts';
import type { Recognition } from './knownLeads.store.ts';
import { importedColumns, importedValues, toRecord } from './leadRecord.ts';
import { cellsOf } from './mergeRow.ts';
import { isIdIdentity, rowKeys } from './rowIdentity.ts';

/** The row numbers of conflicts count the rows without those that repeat an identity. */
export type UpsertCounts = StoredBatch;

type UpsertOptions = {
  now: Date;
  /** Sets `updatedAt` of known leads even if their values are the same, and counts them as updated. */
  renewUnchanged: boolean;
  /** The activity of a manual import, which can be undone. */
  activityId?: string | null;
  /** How many rows of the same import come before these. */
  rowsBefore?: number;
  recognition?: Recognition;
  /** The list of new leads. */
  list?: LeadList;
};

/** The rows of a file, without a sheet that brings them again. */
const newRecognition = (): Recognition => ({ source: null, taken: new Set() });

type RowOptions = {
  /** The country of phone numbers without a country code. */
  country?: CountryCode | null;
  /** The sheet that the rows come from. */
  source?: string | null;
  list?: LeadList;
};

/** An id for a new lead. In the list of a platform, a row with an id keeps it. */
const newLeadId = ({ identity, formerLeadId }: ImportedLead, list: LeadList): string => {
  if (list === 'custom') return newId();
  const hasId = identity !== null && isIdIdentity(identity);
  return hasId && formerLeadId !== undefined ? storableText(formerLeadId) : `sheet-${newId()}`;
};

const toRow = (row: ImportedLead, number: number, { country = null, source = null, list = 'custom' }: RowOptions) => {
  const { identity, formerIdentity, formerLeadId, values, answers = [], isTest = false } = row;
  const { emailKey, phoneKey } = row.keys ?? rowKeys(values, country);
  const arrived = readRowTime(values);
  const collected = collectedId(storableText(values.id));
  const record = toRecord(values);
  return {
    row_number: number,
    new_id: newLeadId(row, list),
    identity,
    ...(formerIdentity === undefined ? {} : { former_identity: formerIdentity }),
    ...(formerLeadId === undefined ? {} : { former_lead_id: storableText(formerLeadId) }),
    ...(collected === null ? {} : { collected_id: collected }),
    ...(emailKey === null ? {} : { email_key: emailKey }),
    ...(phoneKey === null ? {} : { phone_key: phoneKey }),
    ...(arrived === null ? {} : { arrived: arrived.toISOString() }),
    record,
    ...(source === null ? {} : { seen: { [source]: cellsOf({ record, answers, isTest }) } }),
    ...(answers.length > 0 ? { answers } : {}),
    ...(isTest ? { is_test: true } : {}),
  };
};

/** Serializes rows to the JSON list that `upsertBatch` reads. */
export const toBatchText = (rows: readonly ImportedLead[], options: RowOptions = {}): string =>
  JSON.stringify(rows.map((row, index) => toRow(row, index, options)));

/** Keeps only the last of several rows with the same identity. */
export const dropRepeated = <Row extends ImportedLead>(rows: readonly Row[]): readonly Row[] => {
  const last = new Map(rows.map(({ identity }, index) => [identity, index]));
  return rows.filter(({ identity }, index) => identity === null || last.get(identity) === index);
};

const names = importedColumns.map((name) => sql.identifier(name));
const listed = (parts: readonly SQLWrapper[]): SQL => sql.join([...parts], sql`, `);
const givenValues = listed(importedValues(sql`record`));

export type StoredBatch = Omit<ChangedLeads, 'changed'> & {
  /** Leads that are new in the list, `joined` of which a platform has collected. */
  inserted: number;
  /** Known leads with new values, or all known leads if they are renewed. */
  updated: number;
};

/** Stores the rows of a JSON list. The identities must be distinct. Call `lockCustomLeads` first. */
export const upsertBatch = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  batch: SQL,
  {
    now,
    renewUnchanged,
    activityId = null,
    rowsBefore = 0,
    recognition = newRecognition(),
    list = 'custom',
  }: UpsertOptions,
): Promise<StoredBatch> => {
  const moment = sql`${now.toISOString()}::timestamptz`;
  // A time after the import is wrong.
  const arrival = sql`case when arrived <= ${moment} then arrived else ${moment} end`;
  const found = await recognizeRows(tx, workspaceId, batch, { moment, recognition, list });
  const { source } = recognition;
  const changes = { moment, renewUnchanged, activityId, source, rowsBefore, list };
  const { changed, joined, ...counts } = await changeLeads(tx, workspaceId, found, changes);
  const known = sql.param(found.map(({ rowNumber }) => rowNumber));
  const { rows } = await tx.execute<{ inserted: number; recognized: string[] }>(sql`
    with input as materialized (${inputRows(batch)}), stored as (
      insert into ${leads} (workspace_id, list, lead_id, source, identity, created_at, updated_at, imported_at, position,
        activity_id, answers, is_test, seen, ${listed(names)})
      select ${workspaceId}, ${list}, new_id, ${list === 'custom' ? 'import' : 'sheet'}, identity, ${arrival}, ${moment},
        ${list === 'custom' ? moment : null}::timestamptz, -(${rowsBefore}::int + row_number), ${activityId}::text, coalesce(answers, '[]'), coalesce(is_test, false), seen, ${givenValues}
      from input where row_number <> all(${known}::int[]) order by row_number
      on conflict (workspace_id, list, lead_id) do nothing
      returning lead_id, created_at, position
    ), contacts as (
      insert into lead_contacts (workspace_id, list, lead_id, email_key, phone_key, arrived_at)
      -- All rows of an import have the same time. The row number keeps their order.
      select ${workspaceId}, ${list}, stored.lead_id, input.email_key, input.phone_key,
        stored.created_at - stored.position * interval '1 microsecond'
      from stored join input on input.new_id = stored.lead_id
      order by stored.lead_id
      returning lead_id
    )
    select (select count(*)::int from stored) as inserted, array(select lead_id from contacts) as recognized`);
  const { inserted = 0, recognized = [] } = rows[0] ?? {};
  await markRepeats(tx, workspaceId, list, recognized);
  const updated = renewUnchanged ? found.length - joined : changed;
  return { ...counts, joined, inserted: inserted + joined, updated };
};

/**
 * Locks the contacts and the count of imported leads in the workspace until the transaction ends. Writers in a workspace
 * take turns, so that two imports of the same ids cannot deadlock.
 */
export const lockCustomLeads = async (tx: Transaction, workspaceId: WorkspaceId): Promise<void> => {
  await lockContacts(tx, workspaceId);
  await tx
    .insert(leadCounts)
    .values({ workspaceId, list: 'custom', total: 0 })
    .onConflictDoUpdate({ target: [leadCounts.workspaceId, leadCounts.list], set: { total: leadCounts.total } });
};

/** The id of the lead with this identity; null if no such lead exists. */
export const findCustomLeadId = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  identity: string,
): Promise<string | null> => {
  const [row] = await tx
    .select({ id: leads.leadId })
    .from(leads)
    .where(and(eq(leads.workspaceId, workspaceId), eq(leads.identity, identity), isNull(leads.deletedAt)));
  return row?.id ?? null;
};

/**
 * Stores imported rows. A row that is recognized updates its lead, which keeps its `createdAt` and its place in the list.
 * A row with the id of a collected lead adds that lead to the list. Every other row becomes a new lead. If rows repeat an
 * identity, the last row wins.
 */
export const upsertCustomLeads = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  rows: readonly ImportedLead[],
  options: UpsertOptions,
): Promise<UpsertCounts> => {
  await lockCustomLeads(tx, workspaceId);
  const distinct = dropRepeated(rows);
  const country = await readPhoneCountry(tx, workspaceId);
  const counts: UpsertCounts = { inserted: 0, joined: 0, updated: 0, unchanged: 0, kept: 0, conflicts: [] };
  let { rowsBefore = 0 } = options;
  const { list = 'custom', recognition = newRecognition() } = options;
  let index = 0;
  for (const batch of toBatches(distinct)) {
    const text = sql`${toBatchText(batch, { country, source: recognition.source, list })}`;
    const stored = await upsertBatch(tx, workspaceId, text, { ...options, rowsBefore, recognition });
    for (const key of ['inserted', 'joined', 'updated', 'unchanged', 'kept'] as const) counts[key] += stored[key];
    for (const { rowNumber, column } of stored.conflicts)
      counts.conflicts.push({ rowNumber: index + rowNumber, column });
    rowsBefore += batch.length;
    index += batch.length;
  }
  await addToLeadCount(tx, workspaceId, list, counts.inserted);
  return counts;
};
