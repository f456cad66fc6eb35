import { and, eq, isNull, lte, ne, or, sql } from '#server/database/drizzle.ts';
import type { SQL } from '#server/database/drizzle.ts';
import { byPlatform } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { leaseOf } from '#server/database/leases/lease.ts';
import type { LeaseHolder } from '#server/database/leases/lease.ts';
import { adAccounts, connections } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** A stored connection. Its tokens are sealed. */
export type ConnectionRow = typeof connections.$inferSelect;

type Key = Pick<ConnectionRow, 'workspaceId' | 'platform'>;
/** A connection as last read by the caller. Each change increments the version. */
export type SeenConnection = Pick<ConnectionRow, 'workspaceId' | 'platform' | 'version'>;
/** The holder refreshes the tokens of this version. */
type RefreshLease = SeenConnection & LeaseHolder;
export type SealedTokens = Pick<ConnectionRow, 'accessToken' | 'refreshToken' | 'accessTokenExpiresAt'>;

/** Short, so that callers can wait until the lease of a dead process expires. */
export const refreshLease = leaseOf(connections, { seconds: 8, extensions: 4 });

const isConnection = ({ workspaceId, platform }: Key) =>
  and(eq(connections.workspaceId, workspaceId), eq(connections.platform, platform));
export const isUnchanged = (seen: SeenConnection): SQL | undefined =>
  and(isConnection(seen), eq(connections.version, seen.version));

export const findConnection = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  platform: PlatformId,
): Promise<ConnectionRow | null> => {
  const [row] = await db.select().from(connections).where(isConnection({ workspaceId, platform }));
  return row ?? null;
};

export const listStoredConnections = (db: Queryable, workspaceId: WorkspaceId): Promise<ConnectionRow[]> =>
  db.select().from(connections).where(eq(connections.workspaceId, workspaceId));

/** Whether its tokens have expired and nothing can renew them. */
export const hasRunOut = (
  { accessTokenExpiresAt, refreshToken }: Pick<ConnectionRow, keyof SealedTokens>,
  now: Date,
): boolean => refreshToken === null && accessTokenExpiresAt !== null && accessTokenExpiresAt <= now;

/** Whether the platform still accepts the grant, as far as we know. */
export const isUsable = (row: ConnectionRow, now: Date): boolean =>
  row.reconnectReason === null && !hasRunOut(row, now);

/** The connected platforms of a workspace: true while the grant is usable. */
export const readConnectionFlags = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  now: Date = new Date(),
): Promise<Record<PlatformId, boolean>> => {
  const rows = await listStoredConnections(db, workspaceId);
  const isConnected = (platform: PlatformId) => rows.some((row) => row.platform === platform && isUsable(row, now));
  return byPlatform(isConnected);
};

export type NewConnection = Key &
  SealedTokens &
  Pick<ConnectionRow, 'externalId' | 'externalName' | 'grantedScopes'> & { connectedAt: Date };

/**
 * Replaces an old grant with a new one. Without a new refresh token, the same identity keeps the old token (Google
 * sends one only with prompt=consent).
 */
export const saveConnection = async (db: Queryable, connection: NewConnection): Promise<void> => {
  const isSameIdentity = sql`${connections.externalId} = excluded.external_id`;
  await db
    .insert(connections)
    .values(connection)
    .onConflictDoUpdate({
      target: [connections.workspaceId, connections.platform],
      set: {
        externalId: sql`excluded.external_id`,
        externalName: sql`excluded.external_name`,
        accessToken: sql`excluded.access_token`,
        refreshToken: sql`coalesce(excluded.refresh_token, case when ${isSameIdentity} then ${connections.refreshToken} end)`,
        accessTokenExpiresAt: sql`excluded.access_token_expires_at`,
        grantedScopes: sql`excluded.granted_scopes`,
        lastGoodCallAt: sql`case when ${isSameIdentity} then ${connections.lastGoodCallAt} end`,
        connectedAt: sql`excluded.connected_at`,
        reconnectReason: null,
        expiryToldDays: null,
        ...refreshLease.released,
        version: sql`${connections.version} + 1`,
      },
    });
};

/**
 * Takes the refresh lease for the caller. The row is the lock, because an open transaction would occupy a database
 * connection while the platform responds.
 */
export const takeRefresh = async (db: Queryable, lease: RefreshLease): Promise<boolean> => {
  const taken = await db
    .update(connections)
    .set(refreshLease.takenBy(lease))
    .where(and(isUnchanged(lease), isNull(connections.reconnectReason), refreshLease.isFree))
    .returning({ version: connections.version });
  return taken.length > 0;
};

/** False when the lease is lost. */
export const extendRefresh = async (db: Queryable, lease: RefreshLease): Promise<boolean> => {
  const extended = await db
    .update(connections)
    .set(refreshLease.extended)
    .where(and(isUnchanged(lease), refreshLease.isHeldBy(lease)))
    .returning({ version: connections.version });
  return extended.length > 0;
};

export const releaseRefresh = async (db: Queryable, lease: RefreshLease): Promise<void> => {
  await db
    .update(connections)
    .set(refreshLease.released)
    .where(and(isUnchanged(lease), refreshLease.isHeldBy(lease)));
};

/** Stores refreshed tokens unless the connection has changed meanwhile. Returns the current row, or null. */
export const saveTokens = async (
  db: Queryable,
  seen: SeenConnection,
  tokens: SealedTokens,
): Promise<ConnectionRow | null> => {
  const [row] = await db
    .update(connections)
    .set({ ...tokens, ...refreshLease.released, version: sql`${connections.version} + 1` })
    .where(isUnchanged(seen))
    .returning();
  return row ?? null;
};

/** Marks a grant as refused. Returns false when it is already marked, or when a newer grant was stored meanwhile. */
export const markReconnect = async (tx: Transaction, seen: SeenConnection, reason: string): Promise<boolean> => {
  const marked = await tx
    .update(connections)
    .set({ ...refreshLease.released, reconnectReason: reason })
    .where(and(isUnchanged(seen), isNull(connections.reconnectReason)))
    .returning({ version: connections.version });
  return marked.length > 0;
};

/** Records the permissions that a grant has now, unless another grant was stored meanwhile. */
export const saveScopes = async (db: Queryable, seen: SeenConnection, grantedScopes: string[]): Promise<void> => {
  await db.update(connections).set({ grantedScopes }).where(isUnchanged(seen));
};

/** Records a successful call, at most once in `intervalMs`. */
export const stampGoodCall = async (db: Queryable, key: Key, now: Date, intervalMs: number): Promise<void> => {
  const before = new Date(now.getTime() - intervalMs);
  await db
    .update(connections)
    .set({ lastGoodCallAt: now })
    .where(and(isConnection(key), or(isNull(connections.lastGoodCallAt), lte(connections.lastGoodCallAt, before))));
};

export const deleteConnection = async (db: Queryable, key: Key): Promise<void> => {
  await db.delete(connections).where(isConnection(key));
};

/** Deletes the stored ad accounts, so that they are listed again. */
export const deleteAdAccounts = async (db: Queryable, { workspaceId, platform }: Key): Promise<void> => {
  await db.delete(adAccounts).where(and(eq(adAccounts.workspaceId, workspaceId), eq(adAccounts.platform, platform)));
};

/** Whether another workspace of this installation has connected the same identity. */
export const isIdentityShared = async (
  db: Queryable,
  { workspaceId, platform, externalId }: Key & { externalId: string },
): Promise<boolean> => {
  const [other] = await db
    .select({ version: connections.version })
    .from(connections)
    .where(
      and(
        ne(connections.workspaceId, workspaceId),
        eq(connections.platform, platform),
        eq(connections.externalId, externalId),
      ),
    )
    .limit(1);
  return other !== undefined;
};
