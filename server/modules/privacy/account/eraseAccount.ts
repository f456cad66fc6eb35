import type { AppContext } from '#server/AppContext.ts';
import type { JobRun } from '#server/jobs/JobQueue.ts';
import { deleteJobsOf, deleteUser } from './account.store.ts';
import { deleteSomeRows, ownedTables, usersTable } from '#server/modules/privacy/ownerTables.ts';
import { accountDeletedMail } from '#server/modules/privacy/privacy.jobs.ts';
import { deleteWorkspace, findOwnWorkspaceId } from '#server/modules/workspaces/workspaces.store.ts';
import { addToReceipt, finishReceipt, lockAccountOf } from '#server/modules/privacy/receipts.store.ts';

type ClosedAccount = { code: string; address: string | null };

/**
 * Deletes every row of a closed account, step by step, then the account with the workspace in which nobody else works.
 * It can be repeated, also in parallel: only the first to finish sends the mail.
 */
export const eraseAccount = async (
  { db, clock, jobs }: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  { code, address }: ClosedAccount,
  run?: Pick<JobRun, 'signal' | 'progressed'>,
): Promise<void> => {
  for (const table of ownedTables) {
    let deleted: number;
    do {
      run?.signal.throwIfAborted();
      deleted = await db.transaction(async (tx) => {
        const userId = await lockAccountOf(tx, code);
        if (userId === null) return 0;
        const workspaceId = await findOwnWorkspaceId(tx, userId);
        const rows = await deleteSomeRows(tx, table, { userId, workspaceId });
        await addToReceipt(tx, code, { [table.name]: rows });
        return rows;
      });
      if (deleted > 0) await run?.progressed();
    } while (deleted > 0);
  }
  await db.transaction(async (tx) => {
    const userId = await lockAccountOf(tx, code);
    if (userId === null) return;
    await addToReceipt(tx, code, { [usersTable]: 1 });
    const workspaceId = await findOwnWorkspaceId(tx, userId);
    if (workspaceId !== null) await deleteWorkspace(tx, workspaceId);
    await deleteUser(tx, userId);
    await deleteJobsOf(tx, workspaceId === null ? [userId] : [userId, workspaceId]);
    await finishReceipt(tx, code, clock.now());
    if (address !== null) await jobs.enqueue(accountDeletedMail, { code, address }, { transaction: tx });
  });
};
