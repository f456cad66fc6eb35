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
import { recordContact } from './leadRecord.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

const withContact = (identity: string, { Name, EmailAddress, Number }: ImportedLead['values']): string =>
  idWithContact(identity, [Name, EmailAddress, Number]);

/**
 * Finds the rows of a sheet that must not be stored, with the reason: a sync must not bring back erased leads. Call
 * `lockCustomLeads` first, so that no other lead is erased before the transaction ends.
 */
export const findLeftOutRows = async <Row extends ImportedLead>(
  tx: Transaction,
  workspaceId: WorkspaceId,
  rows: readonly Row[],
): Promise<Map<Row, LeftOutReason>> => {
  const identitiesOf = ({ identity, formerIdentity }: Row): string[] =>
    [identity, formerIdentity].flatMap((each) => each ?? []);
  const ids = rows.flatMap((row) => identitiesOf(row).flatMap((id) => [id, withContact(id, row.values)]));
  const erased = await findErased(tx, workspaceId, 'custom', ids);
  const leftOut = new Map<Row, LeftOutReason>();
  if (erased.size === 0) return leftOut;
  for (const row of rows) {
    const identities = identitiesOf(row);
    if (identities.some((id) => erased.has(id))) leftOut.set(row, 'erased');
    else if (identities.some((id) => erased.has(withContact(id, row.values)))) leftOut.set(row, 'tooOld');
  }
  return leftOut;
};

/**
 * Removes the erasure marks of rows that a person imports manually, so that the rows and later syncs can store them.
 * @param activityId the import, whose undo restores the marks
 */
export const liftMarks = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  batch: SQL,
  activityId: string | null,
): Promise<void> => {
  if (!(await hasErased(tx, workspaceId))) return;
  const owner = sql`${workspaceId}::text`;
  const contact = idWithContactOf([sql`identity`, ...recordContact(sql`record`)]);
  await tx.execute(sql`
    with given as materialized (
      select identity, ${contact} as contact from json_to_recordset(${batch}::json) as row(identity text, record jsonb)
      where identity is not null
    ), lifted as (
    delete from erased_leads where workspace_id = ${workspaceId} and hash in (
      select ${erasedHash(owner, 'custom', sql`given.identity`)} from given
      union all
      select ${erasedHash(owner, 'custom', sql`given.contact`)} from given
    ) returning hash)
    update activities set lifted_marks = lifted_marks || array(select hash from lifted)
    where workspace_id = ${workspaceId} and id = ${activityId} and exists (select from lifted)`);
};
