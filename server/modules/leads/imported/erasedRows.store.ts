import { sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import type { Transaction } from '#server/database/Database.ts';
import {
  erasedHash,
  findErased,
  hasErased,
  idWithContact,
  idWithContactOf,
} from '#server/modules/leads/store/erasedLeads.store.ts';
import type { LeftOutReason } from '#server/modules/leads/store/erasedLeads.store.ts';
import type { ImportedLead } from './ImportedLead.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

const withContact = (identity: string, { Name, EmailAddress, Number }: ImportedLead['values']): string =>
  idWithContact(identity, [Name, EmailAddress, Number]);

/** The identity together with the contact of a stored lead or of a row of an import. */
export const identityWithContact = (row: SQL): SQL =>
  idWithContactOf([
    sql`${row}.identity`,
    sql`coalesce(${row}.name, '')`,
    sql`coalesce(${row}.email_address, '')`,
    sql`coalesce(${row}.number, '')`,
  ]);

/**
 * The rows of a sheet that are not to be stored, with the reason: a sync must not bring back what was erased. Call
 * `lockCustomLeads` first, so that no other row is erased before the transaction ends.
 */
export const findLeftOutRows = async <Row extends ImportedLead>(
  tx: Transaction,
  workspaceId: WorkspaceId,
  rows: readonly Row[],
): Promise<Map<Row, LeftOutReason>> => {
  const ids = rows.flatMap(({ identity, values }) =>
    identity === null ? [] : [identity, withContact(identity, values)],
  );
  const erased = await findErased(tx, workspaceId, 'custom', ids);
  const leftOut = new Map<Row, LeftOutReason>();
  if (erased.size === 0) return leftOut;
  for (const row of rows) {
    if (row.identity === null) continue;
    if (erased.has(row.identity)) leftOut.set(row, 'erased');
    else if (erased.has(withContact(row.identity, row.values))) leftOut.set(row, 'tooOld');
  }
  return leftOut;
};

/**
 * Rows that a person imports by hand are wanted again, also those of a sheet in sync: their erasure marks are removed.
 * @param activityId the import, whose undo sets them again
 */
export const liftMarks = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  batch: SQL,
  activityId: string | null,
): Promise<void> => {
  if (!(await hasErased(tx, workspaceId))) return;
  const owner = sql`${workspaceId}::text`;
  await tx.execute(sql`
    with given as materialized (
      select * from json_to_recordset(${batch}::json)
        as row(identity text, name text, email_address text, number text)
      where identity is not null
    ), lifted as (
    delete from erased_leads where workspace_id = ${workspaceId} and hash in (
      select ${erasedHash(owner, 'custom', sql`given.identity`)} from given
      union all
      select ${erasedHash(owner, 'custom', identityWithContact(sql`given`))} from given
    ) returning hash)
    update activities set lifted_marks = lifted_marks || array(select hash from lifted)
    where workspace_id = ${workspaceId} and id = ${activityId} and exists (select from lifted)`);
};
