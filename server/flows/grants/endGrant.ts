import { sheetPlatform } from '#shared/platforms.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { notFound } from '#server/lib/failures/errors.ts';
import { deleteFindingsOf } from '#server/modules/findings/findingConnections.ts';
import { publishFindingsChanged } from '#server/modules/findings/publishFindingsChanged.ts';
import { endInsights } from '#server/modules/ads/insightConnections.ts';
import { endLeads, listEndingPages, unsubscribeLeads } from '#server/modules/leads/leadConnections.ts';
import type { LeadPageRow } from '#server/modules/leads/collect/reconcile/leadPages.store.ts';
import {
  deleteConnection,
  findConnection,
  deleteAdAccounts,
  isIdentityShared,
  listStoredConnections,
} from '#server/modules/connections/connections.store.ts';
import type { ConnectionRow } from '#server/modules/connections/connections.store.ts';
import { openTokens } from '#server/modules/connections/access/tokens.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** How long a request waits for the platforms to revoke access. The rows are deleted regardless of the response. */
const revokeMs = 10_000;

/** Snapshot used to revoke access at the platform after the rows are deleted. */
export type EndingGrant = { row: ConnectionRow; pages: LeadPageRow[] };

const readEndingGrant = async (db: Queryable, row: ConnectionRow): Promise<EndingGrant> => ({
  row,
  pages: await listEndingPages(db, row),
});

/** Snapshots of all grants of a workspace. The caller revokes the grants after their rows are deleted. */
export const readEndingGrants = async (tx: Transaction, workspaceId: WorkspaceId): Promise<EndingGrant[]> => {
  const grants: EndingGrant[] = [];
  for (const row of await listStoredConnections(tx, workspaceId)) grants.push(await readEndingGrant(tx, row));
  return grants;
};

/**
 * Revokes a grant at the platform, unless another workspace still uses the same identity. At Google, revoking one token
 * ends all scopes of the identity, for every workspace that connected it.
 * @returns false when the platform could not be reached
 */
const revokeGrant = async (
  context: Pick<AppContext, 'logger' | 'db' | 'platforms' | 'secrets'>,
  { row, pages }: EndingGrant,
): Promise<boolean> => {
  const adapter = context.platforms[row.platform];
  if (!adapter) return false;
  try {
    const tokens = openTokens(context.secrets, row);
    await unsubscribeLeads(context, row, { pages, accessToken: tokens.accessToken });
    if (!(await isIdentityShared(context.db, row))) await adapter.revoke(tokens);
    return true;
  } catch (error) {
    // The tokens are deleted here anyway. The person can still revoke the grant on the platform's own pages.
    context.logger.warn(
      { area: 'connections', workspaceId: row.workspaceId, platform: row.platform, err: error },
      'the grant was not revoked',
    );
    return false;
  }
};

/** Revokes several grants in parallel. @returns the platforms that did not confirm in time */
export const revokeGrants = async (
  context: Pick<AppContext, 'logger' | 'db' | 'platforms' | 'secrets'>,
  grants: readonly EndingGrant[],
): Promise<PlatformId[]> => {
  const settled = new AbortController();
  const tooLong = pause(revokeMs, false, { signal: settled.signal, ref: false });
  try {
    const results = await Promise.all(
      grants.map(async (grant) => ({
        platform: grant.row.platform,
        isRevoked: await Promise.race([revokeGrant(context, grant), tooLong]),
      })),
    );
    return results.filter(({ isRevoked }) => !isRevoked).map(({ platform }) => platform);
  } finally {
    settled.abort();
    await tooLong.catch(() => false);
  }
};

/** Deletes tokens, ad accounts, their metrics and findings, and lead forms. */
export const endConnection = async (
  tx: Transaction,
  connection: Pick<ConnectionRow, 'workspaceId' | 'platform'>,
): Promise<void> => {
  await deleteConnection(tx, connection);
  await deleteAdAccounts(tx, connection);
  await endInsights(tx, connection);
  await deleteFindingsOf(tx, connection);
  await endLeads(tx, connection);
};

/**
 * Revokes the grant at the platform and deletes tokens, ad accounts, their metrics and lead forms, but not the leads.
 * @returns the message for the person
 * @throws AppError 404 when the platform is not connected
 */
export const disconnectPlatform = async (
  context: Pick<AppContext, 'logger' | 'db' | 'platforms' | 'secrets' | 'publisher'>,
  workspaceId: WorkspaceId,
  platform: PlatformId,
): Promise<string> => {
  const row = await findConnection(context.db, workspaceId, platform);
  if (!row) throw notFound(messages.connections.notConnected(platform));
  await revokeGrant(context, await readEndingGrant(context.db, row));
  await context.db.transaction((tx) => endConnection(tx, row));
  await publishFindingsChanged(context, workspaceId);
  return platform === sheetPlatform
    ? messages.connections.disconnectedGoogle
    : messages.connections.disconnected(platform);
};
