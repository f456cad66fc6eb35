import { and, eq, lte, sql } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { connections, leadPages } from '#server/database/schema.ts';
import { isUnchanged } from '#server/modules/connections/connections.store.ts';
import type { ConnectionRow, SeenConnection } from '#server/modules/connections/connections.store.ts';

/** Connections of an identity that were made before a moment, in all workspaces. */
export const listConnectionsOf = (
  db: Queryable,
  { platform, externalId }: Pick<ConnectionRow, 'platform' | 'externalId'>,
  before: Date,
): Promise<ConnectionRow[]> =>
  db
    .select()
    .from(connections)
    .where(
      and(
        eq(connections.platform, platform),
        eq(connections.externalId, externalId),
        lte(connections.connectedAt, before),
      ),
    )
    .orderBy(connections.workspaceId);

/**
 * Replaces the tokens of an ended grant with an empty one and deletes those of its Pages, unless a newer grant was
 * stored meanwhile.
 */
export const deleteTokens = async (tx: Transaction, seen: SeenConnection, emptyToken: string): Promise<void> => {
  const { workspaceId, platform } = seen;
  const emptied = await tx
    .update(connections)
    .set({
      accessToken: emptyToken,
      refreshToken: null,
      accessTokenExpiresAt: null,
      version: sql`${connections.version} + 1`,
    })
    .where(isUnchanged(seen))
    .returning({ workspaceId: connections.workspaceId });
  if (emptied.length === 0 || platform === 'google') return;
  await tx
    .update(leadPages)
    .set({ accessToken: null, subscribedAt: null })
    .where(and(eq(leadPages.workspaceId, workspaceId), eq(leadPages.platform, platform)));
};
