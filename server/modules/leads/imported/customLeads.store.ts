import { and, eq, isNull, sql } from '#server/database/drizzle.ts';
import type { SQL, SQLWrapper } from '#server/database/drizzle.ts';
import type { Transaction } from '#server/database/Database.ts';
import { leadCounts, leads } from '#server/database/schema.ts';
import { hashSecret, newId } from '#server/lib/ids.ts';
import { storableText } from '#server/lib/storableText.ts';
import { contactKeys } from '#server/modules/leads/contacts/contactKeys.ts';
import type { CountryCode } from '#server/modules/leads/contacts/contactKeys.ts';
import {
  lockContacts,
  markRepeats,
  onKnownContact,
  readPhoneCountry,
} from '#server/modules/leads/contacts/leadContacts.store.ts';
import { addToLeadCount } from '#server/modules/leads/store/leadCounts.store.ts';
import type { ImportedLead } from './ImportedLead.ts';
import { readRowTime } from '#shared/lib/readRowTime.ts';
import { toBatches } from './imports/toBatches.ts';
import { importedColumns, importedValues, toRecord } from './leadRecord.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

export type UpsertCounts = { inserted: number; updated: number; unchanged: number };

type UpsertOptions = {
  now: Date;
  /** Sets `updatedAt` of known leads even if their values are the same, and counts them as updated. */
  renewUnchanged: boolean;
  /** The activity of a manual import, which can be undone. */
  activityId?: string | null;
  /** How many rows of the same import come before these. */
  rowsBefore?: number;
};

/** Part of a statement: stores the former values of leads that an import is about to update. */
const keepFormer = (workspaceId: WorkspaceId, activityId: string | null): SQL =>
  activityId === null
    ? sql`select where false`
    : sql`insert into undo_leads (workspace_id, activity_id, list, lead_id, lead_created_at, before)
        select ${workspaceId}, ${activityId}, known.list, known.lead_id, known.imported_at, to_jsonb(known) - 'search_text'
        from input join ${leads} as known
          on known.workspace_id = ${workspaceId} and known.identity = input.identity and known.deleted_at is null
        -- Not for leads that the same import added: an undo deletes them anyway.
        where known.activity_id is distinct from ${activityId}
        on conflict do nothing
        returning 1`;

/** An index entry can hold about 2,700 bytes. Real lead ids have about twenty characters. */
const longestPlainId = 200;

/** The identity of a lead with this id; null for an empty id. */
export const leadIdentity = (id: string): string | null => {
  const trimmed = storableText(id).trim();
  if (trimmed === '') return null;
  return trimmed.length > longestPlainId ? `lead-hash:${hashSecret(trimmed)}` : `lead:${trimmed}`;
};

const toRow = ({ identity, values }: ImportedLead, number: number, country: CountryCode | null) => {
  const { EmailAddress: email, Number: phone, country: ownCountry } = values;
  const { emailKey, phoneKey } = contactKeys({ email, phone, country: ownCountry }, country);
  const keys = {
    ...(emailKey === null ? {} : { email_key: emailKey }),
    ...(phoneKey === null ? {} : { phone_key: phoneKey }),
  };
  const arrived = readRowTime(values);
  const time = arrived === null ? {} : { arrived: arrived.toISOString() };
  return { row_number: number, new_id: newId(), identity, ...keys, ...time, record: toRecord(values) };
};

/**
 * Serializes rows to the JSON list that `upsertBatch` reads.
 * @param country the country of phone numbers without a country code
 */
export const toBatchText = (rows: readonly ImportedLead[], country: CountryCode | null = null): string =>
  JSON.stringify(rows.map((row, index) => toRow(row, index, country)));

/** Keeps only the last of several rows with the same identity. */
export const dropRepeated = <Row extends ImportedLead>(rows: readonly Row[]): readonly Row[] => {
  const last = new Map(rows.map(({ identity }, index) => [identity, index]));
  return rows.filter(({ identity }, index) => identity === null || last.get(identity) === index);
};

const names = importedColumns.map((name) => sql.identifier(name));
const listed = (parts: readonly SQLWrapper[]): SQL => sql.join([...parts], sql`, `);
const givenValues = listed(importedValues(sql`record`));
const newValues = listed(names.map((name) => sql`excluded.${name}`));

/** Stores the rows of a JSON list. The identities must be distinct. Call `lockCustomLeads` first. */
export const upsertBatch = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  batch: SQL,
  { now, renewUnchanged, activityId = null, rowsBefore = 0 }: UpsertOptions,
): Promise<{ inserted: number; updated: number; kept: number }> => {
  const moment = sql`${now.toISOString()}::timestamptz`;
  // A time after the import is wrong.
  const arrival = sql`case when arrived <= ${moment} then arrived else ${moment} end`;
  await lockContacts(tx, workspaceId);
  type Stored = { inserted: number; updated: number; kept: number; recognized: string[] };
  const { rows } = await tx.execute<Stored>(sql`
    with input as materialized (
      select * from json_to_recordset(${batch}::json) as row(
        row_number int, new_id text, identity text, email_key text, phone_key text, arrived timestamptz, record jsonb
      )
    ), former as (${keepFormer(workspaceId, activityId)}), stored as (
      insert into ${leads} (workspace_id, list, lead_id, source, identity, created_at, updated_at, imported_at, position,
        activity_id, ${listed(names)})
      select ${workspaceId}, 'custom', new_id, 'import', identity, ${arrival}, ${moment}, ${moment}, -(${rowsBefore}::int + row_number),
        ${activityId}::text, ${givenValues}
      from input order by row_number
      on conflict (workspace_id, identity) where deleted_at is null do update set (${listed(names)}, updated_at) = row(${newValues}, ${moment})
        where ${renewUnchanged} or ${leads}.record is distinct from excluded.record
      returning lead_id, identity, created_at, position
    ), contacts as (
      insert into lead_contacts (workspace_id, list, lead_id, email_key, phone_key, arrived_at)
      -- All rows of an import have the same time. The row number keeps their order.
      select ${workspaceId}, 'custom', stored.lead_id, input.email_key, input.phone_key,
        stored.created_at - stored.position * interval '1 microsecond'
      from stored join input on coalesce(input.identity, input.new_id) = coalesce(stored.identity, stored.lead_id)
      order by stored.lead_id
      ${onKnownContact}
      returning lead_id
    )
    -- An updated lead keeps its old id. (A partitioned table cannot return xmax.)
    select count(new_id)::int as inserted, (count(*) - count(new_id))::int as updated,
      (select count(*)::int from former) as kept, array(select lead_id from contacts) as recognized
    from stored left join input on new_id = stored.lead_id`);
  const { recognized, ...counts } = rows[0] ?? { inserted: 0, updated: 0, kept: 0, recognized: [] };
  await markRepeats(tx, workspaceId, 'custom', recognized);
  return counts;
};

/**
 * Locks the count of imported leads in the workspace until the transaction ends. Writers in a workspace take turns, so
 * that two imports of the same ids cannot deadlock.
 */
export const lockCustomLeads = async (tx: Transaction, workspaceId: WorkspaceId): Promise<void> => {
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
 * Stores imported rows. A row with a known identity updates the lead, which keeps its `createdAt` and its place in the
 * list. Every other row becomes a new lead. If rows repeat an identity, the last row wins.
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
  const counts = { inserted: 0, updated: 0 };
  let { rowsBefore = 0 } = options;
  for (const batch of toBatches(distinct)) {
    const text = sql`${toBatchText(batch, country)}`;
    const { inserted, updated } = await upsertBatch(tx, workspaceId, text, { ...options, rowsBefore });
    counts.inserted += inserted;
    counts.updated += updated;
    rowsBefore += batch.length;
  }
  await addToLeadCount(tx, workspaceId, 'custom', counts.inserted);
  return { ...counts, unchanged: distinct.length - counts.inserted - counts.updated };
};
