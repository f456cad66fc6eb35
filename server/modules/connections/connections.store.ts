import { and, eq, isNull, lte, ne, or, sql } from '#server/database/drizzle.ts';
import { byPlatform } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { leaseOf } from '#server/database/leases/lease.ts';
import type { LeaseHolder } from '#server/database/leases/lease.ts';
import { adAccounts, connections } from '#server/database/schema.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** A connection as it is stored: its tokens are sealed. */
export type ConnectionRow = typeof connections.$inferSelect;

type Key = Pick<ConnectionRow, 'workspaceId' | 'platform'>;
/** A connection as the caller last saw it; a change by anybody else gives it another version. */
type Seen = Pick<ConnectionRow, 'workspaceId' | 'platform' | 'version'>;
/** Who renews the tokens of which version. */
type RefreshLease = Seen & LeaseHolder;
export type SealedTokens = Pick<ConnectionRow, 'accessToken' | 'refreshToken' | 'accessTokenExpiresAt'>;

/** Not extended: a holder whose call takes longer is taken for dead. Were it only slow, the version sorts out who comes late. */
export const refreshLease = leaseOf(connections);

const isConnection = ({ workspaceId, platform }: Key) =>
  and(eq(connections.workspaceId, workspaceId), eq(connections.platform, platform));
const isUnchanged = (seen: Seen) => and(isConnection(seen), eq(connections.version, seen.version));

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

/** Whether its tokens have ended by time and nothing can renew them. */
export const hasRunOut = (
  { accessTokenExpiresAt, refreshToken }: Pick<ConnectionRow, keyof SealedTokens>,
  now: Date,
): boolean => refreshToken === null && accessTokenExpiresAt !== null && accessTokenExpiresAt <= now;

/** Whether the platform still takes the grant, as far as is known. */
export const isUsable = (row: ConnectionRow, now: Date): boolean =>
  row.reconnectReason === null && !hasRunOut(row, now);

/** Which platforms a person has connected: true while the grant is usable. */
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
 * Stores a new grant in place of an older one. The same identity keeps its refresh token when the new grant brings none
 * (Google: only a consent with prompt=consent gives one).
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
 * Makes the caller the one who renews the tokens. The row is the lock rather than an open transaction: a transaction
 * would hold a database connection while the platform answers.
 */
export const takeRefresh = async (db: Queryable, lease: RefreshLease): Promise<boolean> => {
  const taken = await db
    .update(connections)
    .set(refreshLease.takenBy(lease))
    .where(and(isUnchanged(lease), isNull(connections.reconnectReason), refreshLease.isFree))
    .returning({ version: connections.version });
  return taken.length > 0;
};

export const releaseRefresh = async (db: Queryable, lease: RefreshLease): Promise<void> => {
  await db
    .update(connections)
    .set(refreshLease.released)
    .where(and(isUnchanged(lease), refreshLease.isHeldBy(lease)));
};

/** Stores renewed tokens unless the connection has changed meanwhile; answers the row as it is then, or null. */
export const saveTokens = async (db: Queryable, seen: Seen, tokens: SealedTokens): Promise<ConnectionRow | null> => {
  const [row] = await db
    .update(connections)
    .set({ ...tokens, ...refreshLease.released, version: sql`${connections.version} + 1` })
    .where(isUnchanged(seen))
    .returning();
  return row ?? null;
};

/** Notes that the platform no longer takes the grant. False when that is known, or a newer grant has come meanwhile. */
export const markReconnect = async (tx: Transaction, seen: Seen, reason: string): Promise<boolean> => {
  const marked = await tx
    .update(connections)
    .set({ ...refreshLease.released, reconnectReason: reason })
    .where(and(isUnchanged(seen), isNull(connections.reconnectReason)))
    .returning({ version: connections.version });
  return marked.length > 0;
};

/** Notes the permissions that a grant has now, unless another grant has come meanwhile. */
export const saveScopes = async (db: Queryable, seen: Seen, grantedScopes: string[]): Promise<void> => {
  await db.update(connections).set({ grantedScopes }).where(isUnchanged(seen));
};

/** Notes a good call, at most once in `intervalMs`. */
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

/** Forgets the listed ad accounts, so that they are asked for again. */
export const forgetAdAccounts = async (db: Queryable, { workspaceId, platform }: Key): Promise<void> => {
  await db.delete(adAccounts).where(and(eq(adAccounts.workspaceId, workspaceId), eq(adAccounts.platform, platform)));
};

/** Whether somebody else on this install has connected the same outside identity. */
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
