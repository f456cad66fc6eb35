import type { AppContext } from '#server/AppContext.ts';
import type { JobRun } from '#server/jobs/JobQueue.ts';
import { deleteJobsOf, deleteUser } from './eraseAccount.store.ts';
import { deleteSomeRows, ownedTables, usersTable } from '#server/modules/privacy/ownedTables.ts';
import type { Owners } from '#server/modules/privacy/ownedTables.ts';
import type { Transaction } from '#server/database/Database.ts';
import { accountDeletedMail } from '#server/modules/privacy/privacy.jobs.ts';
import { deleteWorkspace, findOwnWorkspaceIds } from '#server/modules/users/workspaces/workspaces.store.ts';
import { addToReceipt, finishReceipt, lockAccountOf } from '#server/modules/privacy/receipts.store.ts';

type ClosedAccount = { code: string; address: string | null };

/**
 * Locks the account of a receipt (see `lockAccountOf`) and returns it with its workspaces; null when the account is
 * gone.
 */
const lockOwners = async (tx: Transaction, code: string): Promise<Owners | null> => {
  const userId = await lockAccountOf(tx, code);
  return userId === null ? null : { userId, workspaceIds: await findOwnWorkspaceIds(tx, userId) };
};

/**
 * Deletes every row of a closed account, step by step, then the account and the workspaces without other members.
 * Repeated and parallel calls are safe: only the first to finish sends the mail.
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
        const owners = await lockOwners(tx, code);
        if (owners === null) return 0;
        const rows = await deleteSomeRows(tx, table, owners);
        await addToReceipt(tx, code, { [table.name]: rows });
        return rows;
      });
      if (deleted > 0) await run?.progressed();
    } while (deleted > 0);
  }
  await db.transaction(async (tx) => {
    const owners = await lockOwners(tx, code);
    if (owners === null) return;
    const { userId, workspaceIds } = owners;
    await addToReceipt(tx, code, { [usersTable]: 1 });
    for (const workspaceId of workspaceIds) await deleteWorkspace(tx, workspaceId);
    await deleteUser(tx, userId);
    await deleteJobsOf(tx, [userId, ...workspaceIds]);
    await finishReceipt(tx, code, clock.now());
    if (address !== null) await jobs.enqueue(accountDeletedMail, { code, address }, { transaction: tx });
  });
};
