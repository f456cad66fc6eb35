import { eq, inArray, and, sql } from '#server/database/drizzle.ts';
import { emptyAccountsByPlatform, leadPlatformIds } from '#shared/platforms.ts';
import type { Transaction } from '#server/database/Database.ts';
import {
  connections,
  customLeadImports,
  exports,
  identities,
  insightAccounts,
  resetCodes,
  resetLinks,
  sheetSyncs,
  users,
} from '#server/database/schema.ts';
import { unfinishedStates } from '#server/modules/exports/exports.store.ts';
import { endLeads } from '#server/modules/leads/leadConnections.ts';

/** Begins the placeholder for the address of an account that is being deleted. It can never be a real address. */
export const namelessPrefix = 'deleted:';
const nameless = (userId: string): string => `${namelessPrefix}${userId}`;

/**
 * Takes away all by which an account is used, and its name: nobody can sign in to it, the address is free for another one, and
 * whatever works for it finds that there is nothing to do.
 */
export const closeAccount = async (tx: Transaction, userId: string, now: Date): Promise<void> => {
  await tx.delete(identities).where(eq(identities.userId, userId));
  await tx.delete(resetCodes).where(eq(resetCodes.userId, userId));
  await tx.delete(resetLinks).where(eq(resetLinks.userId, userId));
  await tx.delete(connections).where(eq(connections.userId, userId));
  await tx
    .update(exports)
    .set({ state: 'cancelled', finishedAt: now })
    .where(and(eq(exports.userId, userId), inArray(exports.state, [...unfinishedStates])));
  await tx.delete(insightAccounts).where(eq(insightAccounts.userId, userId));
  for (const platform of leadPlatformIds) await endLeads(tx, { userId, platform });
  await tx.delete(customLeadImports).where(eq(customLeadImports.userId, userId));
  await tx.delete(sheetSyncs).where(eq(sheetSyncs.userId, userId));
  // Last: a new address waits for all who store rows of the account, and they may wait for what was taken away above.
  await tx
    .update(users)
    .set({
      email: nameless(userId),
      name: '',
      passwordHash: null,
      isEmailProven: false,
      defaultAccounts: emptyAccountsByPlatform(),
      updatedAt: now,
    })
    .where(eq(users.id, userId));
};

export const deleteUser = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.delete(users).where(eq(users.id, userId));
};

/**
 * Forgets the work that was queued for somebody, done, given up or not, and how often it was tried; what runs at this moment
 * finds nothing to do.
 */
export const deleteJobsOf = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(
    sql`delete from jobs.job where ${userId} in (data->>'userId', data->'payload'->>'userId') and state <> 'active'`,
  );
  await tx.execute(sql`delete from rate_limits where key like 'job %' and position(${userId} in key) > 0`);
};
