import { and, asc, eq } from '#server/database/drizzle.ts';
import { byPlatform } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { adAccounts } from '#server/database/schema.ts';
import type { PlatformAccount } from '#server/providers/PlatformAccount.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

const columns = {
  id: adAccounts.accountId,
  name: adAccounts.name,
  currency: adAccounts.currency,
  timeZone: adAccounts.timeZone,
  loginCustomerId: adAccounts.loginCustomerId,
};

export const listStoredAccounts = (
  db: Queryable,
  workspaceId: WorkspaceId,
  platform: PlatformId,
): Promise<PlatformAccount[]> =>
  db
    .select(columns)
    .from(adAccounts)
    .where(and(eq(adAccounts.workspaceId, workspaceId), eq(adAccounts.platform, platform)))
    .orderBy(asc(adAccounts.position));

/** Stored accounts of all platforms. */
export const listAllStoredAccounts = async (
  db: Queryable,
  workspaceId: WorkspaceId,
): Promise<Record<PlatformId, PlatformAccount[]>> => {
  const listed = byPlatform((): PlatformAccount[] => []);
  const rows = await db
    .select({ platform: adAccounts.platform, ...columns })
    .from(adAccounts)
    .where(eq(adAccounts.workspaceId, workspaceId))
    .orderBy(asc(adAccounts.platform), asc(adAccounts.position));
  for (const { platform, ...account } of rows) listed[platform].push(account);
  return listed;
};

/** Replaces the stored list with `accounts`, in their order. */
export const replaceStoredAccounts = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  platform: PlatformId,
  accounts: readonly PlatformAccount[],
  listedAt: Date,
): Promise<void> => {
  await tx.delete(adAccounts).where(and(eq(adAccounts.workspaceId, workspaceId), eq(adAccounts.platform, platform)));
  if (accounts.length === 0) return;
  await tx
    .insert(adAccounts)
    .values(
      accounts.map(({ id, ...account }, position) => ({
        ...account,
        accountId: id,
        workspaceId,
        platform,
        position,
        listedAt,
      })),
    )
    // Two simultaneous calls may both insert; their lists are equal.
    .onConflictDoNothing();
};
