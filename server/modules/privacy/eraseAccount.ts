import type { AppContext } from '#server/AppContext.ts';
import { deleteJobsOf, deleteUser } from './account.store.ts';
import { deleteSomeRows, ownerTables, usersTable } from './ownerTables.ts';
import { accountDeletedMail } from './privacyJobs.ts';
import { addToReceipt, findReceipt, finishReceipt } from './receipts.store.ts';

type ClosedAccount = { code: string; address: string | null };

/** Deletes every row of an account that was closed, step by step, and the account itself at the end. It can be repeated. */
export const eraseAccount = async (
  { db, clock, jobs }: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  { code, address }: ClosedAccount,
  signal?: AbortSignal,
): Promise<void> => {
  const userId = (await findReceipt(db, code))?.userId;
  if (!userId) return;
  for (const table of ownerTables) {
    let deleted: number;
    do {
      signal?.throwIfAborted();
      deleted = await db.transaction(async (tx) => {
        const rows = await deleteSomeRows(tx, table, userId);
        await addToReceipt(tx, code, { [table]: rows });
        return rows;
      });
    } while (deleted > 0);
  }
  await db.transaction(async (tx) => {
    await addToReceipt(tx, code, { [usersTable]: 1 });
    await deleteUser(tx, userId);
    await deleteJobsOf(tx, userId);
    await finishReceipt(tx, code, clock.now());
    if (address !== null) await jobs.enqueue(accountDeletedMail, { code, address }, { transaction: tx });
  });
};
