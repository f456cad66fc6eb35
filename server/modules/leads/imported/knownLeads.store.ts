import { leadPlatformIds } from '#shared/platforms.ts';
import type { LeadAnswer } from '#shared/contracts/leads.ts';
import type { LeadList } from '#shared/leadLists.ts';
import type { Transaction } from '#server/database/Database.ts';
import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { leadContacts, leadCounts, leads } from '#server/database/schema.ts';
import type { CellHashes, LeadRecord, StoredRecord } from '#server/database/schema/leads.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { recordOf } from './leadRecord.ts';
import { isIdIdentity } from './rowIdentity.ts';

/** How a row was recognized, the most certain first. */
const ranks = { identity: 0, former: 1, collected: 2, email: 3, phone: 4 } as const;
/** A contact can be that of many leads, such as an address of a company. */
const leadsPerContact = 20;

/** The columns of the rows of a batch. */
export const inputRows = (batch: SQL): SQL => sql`select * from json_to_recordset(${batch}::json) as row(
  row_number int, new_id text, identity text, former_identity text, former_lead_id text, collected_id text, email_key text, phone_key text,
  arrived timestamptz, record jsonb, answers jsonb, is_test boolean, seen jsonb)`;

export type FoundLead = {
  rowNumber: number;
  rank: number;
  list: LeadList;
  leadId: string;
  /** A platform collected the lead, whose data stay those of the platform. */
  isCollected: boolean;
  /** The lead stands in the list of the import, or does not have to. */
  wasImported: boolean;
  identity: string | null;
  /** The contact of the lead has another address than the row. */
  isOtherEmail: boolean;
  /** Both have a time, which is the same. */
  isSameTime: boolean;
  record: StoredRecord | null;
  answers: LeadAnswer[];
  isTest: boolean;
  edited: string[];
  seen: Record<string, CellHashes> | null;
  rowIdentity: string | null;
  rowRecord: LeadRecord;
  rowAnswers: LeadAnswer[] | null;
  rowIsTest: boolean | null;
};

/**
 * The stored leads that the rows of a batch may be, the most certain first. A lead that the same import has stored
 * before is found by its identity only. Each key has an index.
 */
const findLeads = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  batch: SQL,
  { moment, list }: Pick<Search, 'moment' | 'list'>,
): Promise<FoundLead[]> => {
  // A lead without a time in its row arrived when it was stored.
  const hasNoTime = sql`(l.created_at = l.imported_at or l.source = 'sheet' and not l.record ?| array['created_time', 'UNIX'])`;
  const own = sql`l.workspace_id = ${workspaceId}`;
  const hasLeads = (isList: SQL): SQL =>
    sql`(select exists (select from ${leadCounts} where workspace_id = ${workspaceId} and ${isList} and total > 0))`;
  // Each row looks its leads up by an index. A join could compare all rows with all leads while statistics are missing.
  const byIdentity = (identity: SQL, rank: number = ranks.identity): SQL => sql`
    select input.*, l.list, l.lead_id, ${rank}::int as rank, null::text as lead_email
    from input cross join lateral (select list, lead_id from ${leads} as l
      where ${own} and l.identity = ${identity} and l.deleted_at is null) as l
    where ${identity} is not null`;
  const byContact = (key: SQL, rank: number): SQL => sql`
    select input.*, c.list, c.lead_id, ${rank}::int, c.email_key from input
    cross join lateral (select list, lead_id, email_key from ${leadContacts} as c
      where c.workspace_id = ${workspaceId} and c.${key} = input.${key}
      order by c.arrived_at, c.list, c.lead_id limit ${leadsPerContact}) as c
    where input.${key} is not null and input.identity is not null and ${hasLeads(sql`true`)}`;
  const { rows } = await tx.execute<FoundLead>(sql`
    with input as materialized (${inputRows(batch)}), found as materialized (
      ${byIdentity(sql`input.identity`)}
      union all ${byIdentity(sql`input.former_identity`, ranks.former)}
      union all
      select input.*, l.list, l.lead_id, ${ranks.former}::int, null
      from input cross join lateral (select list, lead_id from ${leads} as l
        where ${own} and l.list = ${list} and l.lead_id = input.former_lead_id and l.source = 'sheet' and l.record is null
          and l.deleted_at is null) as l
      where input.former_lead_id is not null
      union all ${byIdentity(sql`('lead:l:' || input.collected_id)`)}
      union all
      -- Most workspaces with large imports collect no leads.
      select input.*, l.list, l.lead_id, ${ranks.collected}::int, null
      from input cross join lateral (select list, lead_id from ${leads} as l
        where ${own} and l.list = any(${sql.param(leadPlatformIds)}::text[]) and l.lead_id = input.collected_id
          and l.source = 'platform' and l.deleted_at is null) as l
      where input.collected_id is not null and ${hasLeads(sql`list <> 'custom'`)}
      union all ${byContact(sql`email_key`, ranks.email)}
      union all ${byContact(sql`phone_key`, ranks.phone)}
    )
    select found.row_number as "rowNumber", found.rank, l.list, l.lead_id as "leadId",
      l.source = 'platform' as "isCollected", ${list === 'custom' ? sql`l.imported_at is not null` : sql`true`} as "wasImported",
      l.identity, coalesce(found.lead_email <> found.email_key, false) as "isOtherEmail",
      coalesce(found.arrived = l.created_at and not ${hasNoTime}, false) as "isSameTime",
      -- 2.0 stored the rows of a sheet in the list of a platform without a record.
      case when l.source = 'sheet' then coalesce(l.record, ${recordOf(sql`l`)}) else l.record end as record,
      l.answers, l.is_test as "isTest", l.edited, l.seen, found.identity as "rowIdentity", found.record as "rowRecord",
      found.answers as "rowAnswers", found.is_test as "rowIsTest"
    from found cross join lateral (select * from ${leads} as l
      where ${own} and l.list = found.list and l.lead_id = found.lead_id offset 0) as l
    where l.deleted_at is null and (found.rank <= ${ranks.collected} or l.record is not null and l.updated_at <> ${moment}
      and (found.arrived is null or ${hasNoTime} or l.created_at = found.arrived)
      and (l.identity is null or l.identity not in (select identity from input where identity is not null)))
    order by found.rank, found.row_number, l.name is distinct from coalesce(found.record ->> 'Name', ''), l.created_at,
      l.position desc, l.lead_id`);
  return rows;
};

export type Recognition = {
  /** The sheet that the rows come from; null: a file. */
  source: string | null;
  /** Identities of all rows of the source. Their leads belong to these rows. */
  claimed?: ReadonlySet<string>;
  /** Keys of the leads that the source's rows have taken so far. */
  taken: Set<string>;
  /** The rows are known by their ids only: a person who adds a lead by hand gets a new one. */
  isById?: boolean;
};

const keyOf = ({ list, leadId }: Pick<FoundLead, 'list' | 'leadId'>): string => `${list}:${leadId}`;

/** Whether a row that was found by its contact is this lead. */
const isOfContact = (found: FoundLead, { source, claimed }: Recognition): boolean => {
  const { identity, rowIdentity } = found;
  if (identity !== null && claimed?.has(identity)) return false;
  if (identity !== null && isIdIdentity(identity) && rowIdentity !== null && isIdIdentity(rowIdentity)) return false;
  // One number can belong to several people. A corrected address needs another sign that the row is the same.
  const isKnownRow = source !== null && found.seen?.[source] !== undefined;
  return !found.isOtherEmail || found.isSameTime || isKnownRow;
};

type Search = {
  /** The time of the import, in SQL. */
  moment: SQL;
  recognition: Recognition;
  list: LeadList;
};

/** Finds for each row the lead that it is, if it is stored. No two rows get the same lead. */
export const recognizeRows = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  batch: SQL,
  { recognition, ...search }: Search,
): Promise<FoundLead[]> => {
  const { taken } = recognition;
  const recognized = new Map<number, FoundLead>();
  for (const found of await findLeads(tx, workspaceId, batch, search)) {
    if (recognized.has(found.rowNumber)) continue;
    const key = keyOf(found);
    const isCertain = found.rank <= ranks.collected;
    if (!isCertain && (recognition.isById || taken.has(key) || !isOfContact(found, recognition))) continue;
    taken.add(key);
    recognized.set(found.rowNumber, found);
  }
  return [...recognized.values()];
};
