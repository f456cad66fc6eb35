import { and, eq, inArray } from '#server/database/drizzle.ts';
import { leadPlatformIds } from '#shared/platforms.ts';
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
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { unfinishedStates } from '#server/modules/exports/exports.store.ts';
import { endLeads } from '#server/modules/leads/leadConnections.ts';
import type { Owners } from '#server/modules/privacy/ownedTables.ts';
import { namelessPrefix } from '#server/modules/users/accounts/accounts.store.ts';
import { endSharedMemberships } from '#server/modules/users/members/members.store.ts';
import type { LeftWorkspace } from '#server/modules/users/members/members.store.ts';

const nameless = (userId: string): string => `${namelessPrefix}${userId}`;

/** Stops the work of a workspace: running jobs find nothing to do. */
const closeWorkspace = async (tx: Transaction, workspaceId: WorkspaceId, now: Date): Promise<void> => {
  await tx.delete(connections).where(eq(connections.workspaceId, workspaceId));
  await tx
    .update(exports)
    .set({ state: 'cancelled', finishedAt: now })
    .where(and(eq(exports.workspaceId, workspaceId), inArray(exports.state, [...unfinishedStates])));
  await tx.delete(insightAccounts).where(eq(insightAccounts.workspaceId, workspaceId));
  for (const platform of leadPlatformIds) await endLeads(tx, { workspaceId, platform });
  await tx.delete(customLeadImports).where(eq(customLeadImports.workspaceId, workspaceId));
  await tx.delete(sheetSyncs).where(eq(sheetSyncs.workspaceId, workspaceId));
};

/**
 * Removes the sign-ins and the name of an account. Nobody can sign in, the address is free again, and running jobs find
 * nothing to do.
 * @returns the workspaces that other people keep
 */
export const closeAccount = async (
  tx: Transaction,
  { userId, workspaceIds }: Owners,
  now: Date,
): Promise<LeftWorkspace[]> => {
  await tx.delete(identities).where(eq(identities.userId, userId));
  await tx.delete(resetCodes).where(eq(resetCodes.userId, userId));
  await tx.delete(resetLinks).where(eq(resetLinks.userId, userId));
  for (const workspaceId of workspaceIds) await closeWorkspace(tx, workspaceId, now);
  const left = await endSharedMemberships(tx, userId, workspaceIds);
  // Last, because changing the address waits for transactions that store rows of the account, and such transactions may
  // wait for the rows deleted above.
  await tx
    .update(users)
    .set({
      email: nameless(userId),
      name: '',
      passwordHash: null,
      isEmailProven: false,
      updatedAt: now,
    })
    .where(eq(users.id, userId));
  return left;
};
