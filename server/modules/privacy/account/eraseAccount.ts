import type { AppContext } from '#server/AppContext.ts';
import type { JobRun } from '#server/jobs/JobQueue.ts';
import { deleteJobsOf, deleteUser } from './account.store.ts';
import { deleteSomeRows, ownerTables, usersTable } from '#server/modules/privacy/ownerTables.ts';
import { accountDeletedMail } from '#server/modules/privacy/privacy.jobs.ts';
import { addToReceipt, finishReceipt, lockAccountOf } from '#server/modules/privacy/receipts.store.ts';

type ClosedAccount = { code: string; address: string | null };

/**
 * Deletes every row of an account that was closed, step by step, and the account itself at the end. It can be repeated, also by
 * several at once: whoever comes to the end first sends the mail.
 */
export const eraseAccount = async (
  { db, clock, jobs }: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  { code, address }: ClosedAccount,
  run?: Pick<JobRun, 'signal' | 'progressed'>,
): Promise<void> => {
  for (const table of ownerTables) {
    let deleted: number;
    do {
      run?.signal.throwIfAborted();
      deleted = await db.transaction(async (tx) => {
        const userId = await lockAccountOf(tx, code);
        if (userId === null) return 0;
        const rows = await deleteSomeRows(tx, table, userId);
        await addToReceipt(tx, code, { [table]: rows });
        return rows;
      });
      if (deleted > 0) await run?.progressed();
    } while (deleted > 0);
  }
  await db.transaction(async (tx) => {
    const userId = await lockAccountOf(tx, code);
    if (userId === null) return;
    await addToReceipt(tx, code, { [usersTable]: 1 });
    await deleteUser(tx, userId);
    await deleteJobsOf(tx, userId);
    await finishReceipt(tx, code, clock.now());
    if (address !== null) await jobs.enqueue(accountDeletedMail, { code, address }, { transaction: tx });
  });
};
