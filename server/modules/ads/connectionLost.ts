import type { ConnectionLost } from '#shared/contracts/insights.ts';
import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { stripActPrefix } from '#shared/platforms/stripActPrefix.ts';
import type { AppContext } from '#server/AppContext.ts';
import { listStoredAccounts } from './accounts/adAccounts.store.ts';
import { findConnection, hasRunOut } from '#server/modules/connections/connections.store.ts';
import { storedInsights } from './days/storedInsights.ts';
import type { InsightsQuery } from './preview/openInsights.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Stored rows can be fresh although the grant is lost. Undefined unless the grant is known to be lost. */
export const findConnectionLost = async (
  context: Pick<AppContext, 'clock' | 'db'>,
  workspaceId: WorkspaceId,
  platform: PlatformId,
  { accountIds, since, until }: InsightsQuery,
): Promise<ConnectionLost | undefined> => {
  const row = await findConnection(context.db, workspaceId, platform);
  if (!row) return undefined;
  const reason =
    row.reconnectReason ?? (hasRunOut(row, context.clock.now()) ? messages.connections.expired(platform) : null);
  if (reason === null) return undefined;
  const asked = new Set(accountIds.map(stripActPrefix));
  const ids = (await listStoredAccounts(context.db, workspaceId, platform))
    .map(({ id }) => id)
    .filter((id) => asked.has(stripActPrefix(id)));
  const times = await storedInsights[platform].listTimes(context.db, workspaceId, ids, { since, until });
  return {
    reason,
    accounts: ids.map((accountId) => ({ accountId, readAt: times.get(accountId)?.toISOString() ?? null })),
  };
};
