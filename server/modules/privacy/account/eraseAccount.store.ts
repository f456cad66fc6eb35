import { eq, sql } from '#server/database/drizzle.ts';
import type { Transaction } from '#server/database/Database.ts';
import { users } from '#server/database/schema.ts';

export const deleteUser = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.delete(users).where(eq(users.id, userId));
};

/**
 * Deletes the owners' jobs in every state except active, and their attempt counters. Running jobs find nothing to do.
 */
export const deleteJobsOf = async (tx: Transaction, ownerIds: readonly string[]): Promise<void> => {
  for (const id of ownerIds) {
    await tx.execute(
      sql`delete from jobs.job where ${id} in (data->>'userId', data->>'workspaceId', data->'payload'->>'userId', data->'payload'->>'workspaceId') and state <> 'active'`,
    );
    await tx.execute(sql`delete from rate_limits where key like 'job %' and position(${id} in key) > 0`);
  }
};
