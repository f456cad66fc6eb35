import type { LeadList } from '#shared/leadLists.ts';
import { readRowTime } from '#shared/lib/readRowTime.ts';
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
 * @param since the time before which leads in the list of a platform are not kept; null keeps all leads
 */
export const findLeftOutRows = async <Row extends ImportedLead>(
  tx: Transaction,
  workspaceId: WorkspaceId,
  rows: readonly Row[],
  { list, since }: { list: LeadList; since: Date | null } = { list: 'custom', since: null },
): Promise<Map<Row, LeftOutReason>> => {
  const namesIn = (place: LeadList, { identity, formerIdentity, formerLeadId }: Row): string[] =>
    [identity, place === 'custom' ? formerIdentity : formerLeadId].flatMap((each) => each ?? []);
  const reasons = new Map<Row, LeftOutReason>();
  const isTooOld = ({ values }: Row): boolean => {
    if (since === null || list === 'custom') return false;
    const time = readRowTime(values);
    return time !== null && time < since;
  };
  for (const row of rows) if (isTooOld(row)) reasons.set(row, 'tooOld');
  for (const place of new Set<LeadList>(['custom', list])) {
    const marksOf = (row: Row): [string, LeftOutReason][] =>
      namesIn(place, row).flatMap((name) => [
        [name, 'erased'],
        [withContact(name, row.values), 'tooOld'],
      ]);
    const erased = await findErased(
      tx,
      workspaceId,
      place,
      rows.flatMap((row) => marksOf(row).map(([mark]) => mark)),
    );
    if (erased.size === 0) continue;
    for (const row of rows) {
      const found = marksOf(row).flatMap(([mark, reason]) => (erased.has(mark) ? [reason] : []));
      if (found.includes('erased')) reasons.set(row, 'erased');
      else if (found.length > 0) reasons.set(row, reasons.get(row) ?? 'tooOld');
    }
  }
  return reasons;
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
