import { and, eq, isNull, sql } from '#server/database/drizzle.ts';
import type { SQL, SQLWrapper } from '#server/database/drizzle.ts';
import type { Transaction } from '#server/database/Database.ts';
import { leadCounts, leads } from '#server/database/schema.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import { leadPlatformIds } from '#shared/platforms.ts';
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
import { agedFrom } from '#server/modules/leads/store/keptSince.ts';
import { addToLeadCount } from '#server/modules/leads/store/leadCounts.store.ts';
import { collectedId } from './collectedId.ts';
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
        select ${workspaceId}, ${activityId}, known.list, known.lead_id, ${agedFrom(sql`known`)}, to_jsonb(known) - 'search_text'
        from (
          select known.* from input join ${leads} as known
            on known.workspace_id = ${workspaceId} and known.identity = input.identity and known.deleted_at is null
          union all
          select known.* from named join ${leads} as known
            on known.workspace_id = ${workspaceId} and known.list = named.list and known.lead_id = named.lead_id
          where named.was_imported and known.identity <> named.identity
        ) as known
        -- Not for leads that the same import added: an undo deletes them anyway.
        where known.activity_id is distinct from ${activityId}
        on conflict do nothing
        returning 1`;

/**
 * Parts of a statement: the rows that name a collected lead, and the leads after these rows. Such a lead keeps the data
 * of its platform and gets a place in the list of imported leads. Of several rows for one lead, the last one wins.
 */
const joinCollected = (
  workspaceId: WorkspaceId,
  {
    moment,
    renewUnchanged,
    activityId,
    place,
  }: { moment: SQL; renewUnchanged: boolean; activityId: string | null; place: SQL },
): { named: SQL; joined: SQL } => ({
  named: sql`select distinct on (input.row_number) input.*, l.list, l.lead_id, l.imported_at is not null as was_imported
    from input join ${leads} as l on l.workspace_id = ${workspaceId} and l.list = any(${sql.param(leadPlatformIds)}::text[])
      and l.lead_id = input.collected_id and l.source = 'platform' and l.deleted_at is null
    -- Most workspaces with large imports collect no leads.
    where (select exists (select from ${leadCounts} where workspace_id = ${workspaceId} and list <> 'custom' and total > 0))
      and not exists (select from ${leads} as other where other.workspace_id = ${workspaceId}
        and other.identity = input.identity and other.deleted_at is null
        and (other.list, other.lead_id) <> (l.list, l.lead_id))
    order by input.row_number, l.imported_at, l.list`,
  joined: sql`update ${leads} as l set record = given.record, identity = coalesce(l.identity, given.identity), updated_at = ${moment},
      imported_at = coalesce(l.imported_at, ${moment}),
      position = case when given.was_imported then l.position else ${place} end,
      activity_id = case when given.was_imported then l.activity_id else ${activityId}::text end
    from (select distinct on (list, lead_id) * from named order by list, lead_id, row_number desc) as given
    where l.workspace_id = ${workspaceId} and l.list = given.list and l.lead_id = given.lead_id
      and (${renewUnchanged} or l.record is distinct from given.record)
    returning l.list, given.was_imported`,
});

/** An index entry can hold about 2,700 bytes. Real lead ids have about twenty characters. */
const longestPlainId = 200;

/** The identity of a lead with this id; null for an empty id. */
export const leadIdentity = (id: string): string | null => {
  const trimmed = storableText(id).trim();
  if (trimmed === '') return null;
  return trimmed.length > longestPlainId ? `lead-hash:${hashSecret(trimmed)}` : `lead:${trimmed}`;
};

const toRow = (
  { identity, values, answers = [], isTest = false }: ImportedLead,
  number: number,
  country: CountryCode | null,
) => {
  const { EmailAddress: email, Number: phone, country: ownCountry } = values;
  const { emailKey, phoneKey } = contactKeys({ email, phone, country: ownCountry }, country);
  const keys = {
    ...(emailKey === null ? {} : { email_key: emailKey }),
    ...(phoneKey === null ? {} : { phone_key: phoneKey }),
  };
  const arrived = readRowTime(values);
  const time = arrived === null ? {} : { arrived: arrived.toISOString() };
  const collected = collectedId(storableText(values.id));
  const named = collected === null ? {} : { collected_id: collected };
  const more = { ...(answers.length > 0 ? { answers } : {}), ...(isTest ? { is_test: true } : {}) };
  return { row_number: number, new_id: newId(), identity, ...named, ...keys, ...time, record: toRecord(values), ...more };
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

/**
 * Stores the rows of a JSON list. The identities must be distinct. Call `lockCustomLeads` first. `inserted` counts the
 * leads that are new in the list of imported leads.
 */
export const upsertBatch = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  batch: SQL,
  { now, renewUnchanged, activityId = null, rowsBefore = 0 }: UpsertOptions,
): Promise<{ inserted: number; updated: number; kept: number }> => {
  const moment = sql`${now.toISOString()}::timestamptz`;
  // A time after the import is wrong.
  const arrival = sql`case when arrived <= ${moment} then arrived else ${moment} end`;
  const place = sql`-(${rowsBefore}::int + row_number)`;
  const { named, joined } = joinCollected(workspaceId, { moment, renewUnchanged, activityId, place });
  type Stored = { inserted: number; updated: number; kept: number; recognized: string[]; reordered: LeadPlatformId[] };
  const { rows } = await tx.execute<Stored>(sql`
    with input as materialized (
      select * from json_to_recordset(${batch}::json) as row(
        row_number int, new_id text, identity text, collected_id text, email_key text, phone_key text, arrived timestamptz, record jsonb,
        answers jsonb, is_test boolean
      )
    ), named as materialized (${named}), former as (${keepFormer(workspaceId, activityId)}), joined as (${joined}), stored as (
      insert into ${leads} (workspace_id, list, lead_id, source, identity, created_at, updated_at, imported_at, position,
        activity_id, answers, is_test, ${listed(names)})
      select ${workspaceId}, 'custom', new_id, 'import', identity, ${arrival}, ${moment}, ${moment}, ${place},
        ${activityId}::text, coalesce(answers, '[]'), coalesce(is_test, false), ${givenValues}
      from input where row_number not in (select row_number from named) order by row_number
      on conflict (workspace_id, identity) where deleted_at is null do update set (${listed(names)}, answers, is_test, updated_at)
        = row(${newValues}, excluded.answers, excluded.is_test, ${moment})
        where ${renewUnchanged} or (${leads}.record, ${leads}.answers, ${leads}.is_test) is distinct from (excluded.record, excluded.answers, excluded.is_test)
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
    select count(new_id)::int + (select count(*) from joined where not was_imported)::int as inserted,
      (count(*) - count(new_id))::int + (select count(*) from joined where was_imported)::int as updated,
      (select count(*)::int from former) as kept, array(select lead_id from contacts) as recognized,
      array(select distinct list from joined) as reordered
    from stored left join input on new_id = stored.lead_id`);
  const { recognized = [], reordered = [], ...counts } = rows[0] ?? { inserted: 0, updated: 0, kept: 0 };
  await markRepeats(tx, workspaceId, 'custom', recognized);
  for (const list of reordered) await addToLeadCount(tx, workspaceId, list, 0, true);
  return counts;
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
 * Stores imported rows. A row with a known identity updates the lead, which keeps its `createdAt` and its place in the
 * list. A row with the id of a collected lead adds that lead to the list. Every other row becomes a new lead. If rows
 * repeat an identity, the last row wins.
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
