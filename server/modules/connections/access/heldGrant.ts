import { and, eq } from '#server/database/drizzle.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { connections } from '#server/database/schema.ts';
import { AppError, notConnected } from '#server/lib/failures/errors.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { findConnection } from '#server/modules/connections/connections.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

type Owner = { workspaceId: WorkspaceId; platform: PlatformId };

/**
 * The platform identity that data is read with. The data is stored only while the connection still has this identity.
 */
export type ReadGrant = { externalId: string };

/** @throws AppError 403 without a connection */
export const seeGrant = async (
  { db }: Pick<AppContext, 'db'>,
  { workspaceId, platform }: Owner,
): Promise<ReadGrant> => {
  const connection = await findConnection(db, workspaceId, platform);
  if (!connection) throw notConnected(platform);
  return { externalId: connection.externalId };
};

/**
 * Runs a transaction that stores data read with a grant. Until it ends, the connection cannot be removed or get another
 * identity.
 * @throws AppError 403 when the connection was removed or changed before; nothing is stored then
 */
export const storeWithGrant = <T>(
  { db }: Pick<AppContext, 'db'>,
  { workspaceId, platform }: Owner,
  { externalId }: ReadGrant,
  store: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  db.transaction(async (tx) => {
    const [held] = await tx
      .select({ externalId: connections.externalId })
      .from(connections)
      .where(and(eq(connections.workspaceId, workspaceId), eq(connections.platform, platform)))
      .for('share');
    if (!held) throw notConnected(platform);
    if (held.externalId !== externalId) throw new AppError(403, 'FOREIGN_ACCOUNT', messages.platform.foreignAccount);
    return store(tx);
  });
