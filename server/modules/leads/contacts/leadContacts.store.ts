import type { LeadList } from '#shared/leadLists.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { eq, sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { leadContacts, workspaces } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { readCountry } from '#shared/leadFiles/cells/readCountry.ts';
import type { ContactKeys } from './contactKeys.ts';
import type { CountryCode } from '#shared/leadFiles/cells/readCountry.ts';

/** The country of numbers without a country code; null when the workspace has not set it. */
export const readPhoneCountry = async (db: Queryable, workspaceId: WorkspaceId): Promise<CountryCode | null> => {
  const [workspace] = await db
    .select({ country: workspaces.phoneCountry })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  return readCountry(workspace?.country);
};

/**
 * Locks the contacts of the workspace until the transaction ends. When two leads of one person arrive at the same
 * moment, the later transaction then finds the lead of the earlier one.
 */
export const lockContacts = async (tx: Transaction, workspaceId: WorkspaceId): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`lead contacts ${workspaceId}`}, 0))`);
};

/** The end of a statement that inserts contacts. A known lead keeps its position among the leads of its person. */
export const onKnownContact = sql`on conflict (workspace_id, list, lead_id) do update
  set email_key = excluded.email_key, phone_key = excluded.phone_key, is_repeat = false
  where (lead_contacts.email_key, lead_contacts.phone_key) is distinct from (excluded.email_key, excluded.phone_key)`;

/** The nearest lead before or after `given` with the same contact. */
const neighbor = (workspaceId: WorkspaceId, key: 'email_key' | 'phone_key', direction: 'before' | 'after'): SQL => {
  const column = sql.identifier(key);
  const [comparison, order] = direction === 'before' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  return sql`(select near.list, near.lead_id from ${leadContacts} near
    where near.workspace_id = ${workspaceId} and near.${column} = given.${column}
      and (near.arrived_at, near.list, near.lead_id) ${comparison} (given.arrived_at, given.list, given.lead_id)
    order by near.arrived_at ${order}, near.list ${order}, near.lead_id ${order} limit 1)`;
};

/**
 * Marks the stored leads that repeat an earlier lead, and the later leads that repeat a stored lead. Call
 * `lockContacts` before you store the leads.
 */
export const markRepeats = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  list: LeadList,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return;
  const keys = ['email_key', 'phone_key'] as const;
  const earlier = keys.map((key) => sql`exists ${neighbor(workspaceId, key, 'before')}`);
  // Only the next lead can be unmarked: the leads after it are repeats already.
  const later = keys.map(
    (key) =>
      sql`select next.list, next.lead_id from given cross join lateral ${neighbor(workspaceId, key, 'after')} next`,
  );
  await tx.execute(sql`
    with given as materialized (
      select * from ${leadContacts} where workspace_id = ${workspaceId} and list = ${list}
        and lead_id = any(${sql.param(ids)}::text[]) and (email_key is not null or phone_key is not null)
    ), found as (
      select given.list, given.lead_id from given where ${sql.join(earlier, sql` or `)}
      union ${sql.join(later, sql` union `)}
    )
    update lead_contacts set is_repeat = true from found
    where lead_contacts.workspace_id = ${workspaceId} and lead_contacts.list = found.list
      and lead_contacts.lead_id = found.lead_id and not lead_contacts.is_repeat`);
};

export type NewContact = ContactKeys & { leadId: string; arrivedAt: string | Date };

/** Stores the contact keys of leads and marks repeats. */
export const storeContacts = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  list: LeadList,
  contacts: readonly NewContact[],
): Promise<void> => {
  if (contacts.length === 0) return;
  await lockContacts(tx, workspaceId);
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into lead_contacts (workspace_id, list, lead_id, email_key, phone_key, arrived_at)
    select ${workspaceId}, ${list}, given."leadId", given."emailKey", given."phoneKey", given."arrivedAt"
    from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as given (
      "leadId" text, "emailKey" text, "phoneKey" text, "arrivedAt" timestamptz
    )
    order by given."leadId"
    ${onKnownContact}
    returning lead_id as id`);
  await markRepeats(
    tx,
    workspaceId,
    list,
    rows.map(({ id }) => id),
  );
};
