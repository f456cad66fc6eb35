import { and, eq, sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { Transaction } from '#server/database/Database.ts';
import { customLeads, leadCounts } from '#server/database/schema.ts';
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
import { toBatches } from './imports/toBatches.ts';
import { storedColumns } from './storedColumns.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

export type UpsertCounts = { inserted: number; updated: number; unchanged: number };

type UpsertOptions = {
  now: Date;
  /** Sets `updatedAt` of known leads even if their values are the same, and counts them as updated. */
  renewUnchanged: boolean;
  /** The activity of a manual import, which can be undone. */
  activityId?: string | null;
};

/** Part of a statement: stores the former values of leads that an import is about to update. */
const keepFormer = (workspaceId: WorkspaceId, activityId: string | null): SQL =>
  activityId === null
    ? sql`select where false`
    : sql`insert into undo_leads (workspace_id, activity_id, list, lead_id, lead_created_at, before)
        select ${workspaceId}, ${activityId}, 'custom', known.id, known.created_at, to_jsonb(known) - 'search_text'
        from input join ${customLeads} as known
          on known.workspace_id = ${workspaceId} and known.identity = input.identity
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

type BatchRecord = Record<string, string | number | null>;

const toRecord = ({ identity, values }: ImportedLead, number: number, country: CountryCode | null): BatchRecord => {
  const { EmailAddress: email, Number: phone, country: ownCountry } = values;
  const { emailKey, phoneKey } = contactKeys({ email, phone, country: ownCountry }, country);
  const record: BatchRecord = { row_number: number, new_id: newId(), identity };
  if (emailKey !== null) record['email_key'] = emailKey;
  if (phoneKey !== null) record['phone_key'] = phoneKey;
  for (const key of customLeadKeys) if (values[key] !== '') record[storedColumns[key].name] = storableText(values[key]);
  return record;
};

/**
 * Serializes rows to the JSON list that `upsertBatch` reads.
 * @param country the country of phone numbers without a country code
 */
export const toBatchText = (rows: readonly ImportedLead[], country: CountryCode | null = null): string =>
  JSON.stringify(rows.map((row, index) => toRecord(row, index, country)));

/** Keeps only the last of several rows with the same identity. */
export const dropRepeated = <Row extends ImportedLead>(rows: readonly Row[]): readonly Row[] => {
  const last = new Map(rows.map(({ identity }, index) => [identity, index]));
  return rows.filter(({ identity }, index) => identity === null || last.get(identity) === index);
};

const columns = customLeadKeys.map((key) => sql.identifier(storedColumns[key].name));
const list = (parts: SQL[]): SQL => sql.join(parts, sql`, `);
const columnList = list(columns.map((column) => sql`${column}`));
const givenValues = list(columns.map((column) => sql`coalesce(${column}, '')`));
const definitions = list(columns.map((column) => sql`${column} text`));
const storedValues = list(columns.map((column) => sql`${customLeads}.${column}`));
const newValues = list(columns.map((column) => sql`excluded.${column}`));

/** Stores the rows of a JSON list. The identities must be distinct. Call `lockCustomLeads` first. */
export const upsertBatch = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  batch: SQL,
  { now, renewUnchanged, activityId = null }: UpsertOptions,
): Promise<{ inserted: number; updated: number; kept: number }> => {
  const moment = sql`${now.toISOString()}::timestamptz`;
  await lockContacts(tx, workspaceId);
  type Stored = { inserted: number; updated: number; kept: number; recognized: string[] };
  const { rows } = await tx.execute<Stored>(sql`
    with input as materialized (
      select * from json_to_recordset(${batch}::json) as row(
        row_number int, new_id text, identity text, email_key text, phone_key text, ${definitions}
      )
    ), former as (${keepFormer(workspaceId, activityId)}), stored as (
      insert into ${customLeads} (workspace_id, id, identity, ${columnList}, created_at, updated_at, activity_id)
      select ${workspaceId}, new_id, identity, ${givenValues}, ${moment}, ${moment}, ${activityId}::text from input order by row_number
      on conflict (workspace_id, identity) do update set (${columnList}, updated_at) = row(${newValues}, ${moment})
        where ${renewUnchanged} or row(${storedValues}) is distinct from row(${newValues})
      returning id, identity, created_at
    ), contacts as (
      insert into lead_contacts (workspace_id, list, lead_id, email_key, phone_key, arrived_at)
      -- All rows of an import have the same time. The row number keeps their order.
      select ${workspaceId}, 'custom', stored.id, input.email_key, input.phone_key,
        stored.created_at + input.row_number * interval '1 microsecond'
      from stored join input on coalesce(input.identity, input.new_id) = coalesce(stored.identity, stored.id)
      order by stored.id
      ${onKnownContact}
      returning lead_id
    )
    -- An updated lead keeps its old id. (A partitioned table cannot return xmax.)
    select count(new_id)::int as inserted, (count(*) - count(new_id))::int as updated,
      (select count(*)::int from former) as kept, array(select lead_id from contacts) as recognized
    from stored left join input on new_id = id`);
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
    .select({ id: customLeads.id })
    .from(customLeads)
    .where(and(eq(customLeads.workspaceId, workspaceId), eq(customLeads.identity, identity)));
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
  for (const batch of toBatches(distinct)) {
    const { inserted, updated } = await upsertBatch(tx, workspaceId, sql`${toBatchText(batch, country)}`, options);
    counts.inserted += inserted;
    counts.updated += updated;
  }
  await addToLeadCount(tx, workspaceId, 'custom', counts.inserted);
  return { ...counts, unchanged: distinct.length - counts.inserted - counts.updated };
};
