import type { PlatformId } from '#shared/platforms.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { notConnected, reconnectNeeded } from '#server/lib/failures/errors.ts';
import type { AdPlatform } from '#server/providers/AdPlatform.ts';
import type { PlatformCall } from '#server/providers/calls/PlatformCall.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { platformOf } from '#server/providers/platformOf.ts';
import { findConnection, hasRunOut, saveScopes, stampGoodCall } from './connections.store.ts';
import type { ConnectionRow } from './connections.store.ts';
import { loseConnection } from './access/loseConnection.ts';
import { canRefresh, isGrantRefused, renewTokens } from './access/renewTokens.ts';
import { openTokens } from './access/tokens.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { AccessContext, RefreshContext } from '#server/modules/connections/access/AccessContext.ts';

/** Tokens that expire within this time are refreshed before use. */
const refreshAheadMs = 5 * 60_000;
const goodCallIntervalMs = 60_000;

type AccessOptions = Pick<PlatformCall, 'patience' | 'signal'>;

export type Connections = {
  /**
   * Runs calls to a platform with a valid access token of the grant. When the platform rejects the token, `run` is
   * called again with a newer one, so `run` must not keep results of a failed call.
   * @throws AppError 503 NOT_CONFIGURED, 403 NOT_CONNECTED, 409 RECONNECT_NEEDED; any ProviderError of `run`. A failure
   * that ends the grant is first recorded on the connection.
   */
  withAccess<T>(
    workspaceId: WorkspaceId,
    platform: PlatformId,
    options: AccessOptions,
    run: (call: PlatformCall) => Promise<T>,
  ): Promise<T>;
};

const requireConnection = async (
  context: Pick<AppContext, 'db'>,
  workspaceId: WorkspaceId,
  platform: PlatformId,
): Promise<ConnectionRow> => {
  const row = await findConnection(context.db, workspaceId, platform);
  if (!row) throw notConnected(platform);
  if (row.reconnectReason !== null) throw reconnectNeeded(platform, row.reconnectReason);
  return row;
};

/** Returns tokens that stay valid during the call. */
const prepareTokens = async (
  context: RefreshContext,
  adapter: AdPlatform,
  row: ConnectionRow,
  patience: PlatformCall['patience'],
): Promise<ConnectionRow> => {
  const now = context.clock.now();
  if (hasRunOut(row, now)) {
    const reason = messages.connections.expired(row.platform);
    await loseConnection(context, row, reason);
    throw reconnectNeeded(row.platform, reason);
  }
  const leftMs = row.accessTokenExpiresAt ? row.accessTokenExpiresAt.getTime() - now.getTime() : Infinity;
  if (leftMs > refreshAheadMs || !canRefresh(adapter, row)) return row;
  try {
    return await renewTokens(context, adapter, row, patience);
  } catch (error) {
    // The token service may be down, but the old token is still valid for minutes.
    if (leftMs <= 0 || isGrantRefused(error) || !(error instanceof ProviderError)) throw error;
    context.logger.warn(
      { area: 'connections', workspaceId: row.workspaceId, platform: row.platform, err: error },
      'token refresh postponed',
    );
    return row;
  }
};

/**
 * Returns a connection with newer tokens after the platform rejected a token. @throws the rejection when there is
 * nothing newer
 */
const replaceTokens = async (
  context: RefreshContext,
  adapter: AdPlatform,
  refused: ConnectionRow,
  refusal: ProviderError,
  patience: PlatformCall['patience'],
): Promise<ConnectionRow> => {
  const current = await requireConnection(context, refused.workspaceId, refused.platform);
  if (current.version !== refused.version) return current;
  if (refusal.outcome === 'token-rejected' && canRefresh(adapter, current))
    return renewTokens(context, adapter, current, patience);
  await loseConnection(context, current, refusal.userMessage);
  throw refusal;
};

/** Records the remaining permissions of a valid grant, if the platform reports them. */
const recordLostScopes = async (
  { db, secrets, logger }: Pick<AppContext, 'logger' | 'db' | 'secrets'>,
  adapter: AdPlatform,
  row: ConnectionRow,
  options: AccessOptions,
): Promise<void> => {
  if (!adapter.listScopes) return;
  const { workspaceId, platform } = row;
  try {
    const grantedScopes = await adapter.listScopes({ ...options, accessToken: openTokens(secrets, row).accessToken });
    await saveScopes(db, row, grantedScopes);
  } catch (error) {
    // The caller gets the missing-permission error anyway. The next call tries to record the details again.
    logger.warn(
      { area: 'connections', workspaceId, platform, err: error },
      'could not read the permissions of a grant',
    );
  }
};

/** The only access to the tokens of a workspace. */
export const createConnections = (context: AccessContext): Connections => ({
  withAccess: async (workspaceId, platform, options, run) => {
    const adapter = platformOf(context.platforms, platform);
    const runWith = async (row: ConnectionRow) => {
      const result = await run({ ...options, accessToken: openTokens(context.secrets, row).accessToken });
      const now = context.clock.now();
      const isStampDue = !row.lastGoodCallAt || now.getTime() - row.lastGoodCallAt.getTime() >= goodCallIntervalMs;
      if (isStampDue) await stampGoodCall(context.db, row, now, goodCallIntervalMs);
      return result;
    };

    const row = await prepareTokens(
      context,
      adapter,
      await requireConnection(context, workspaceId, platform),
      options.patience,
    );
    try {
      return await runWith(row);
    } catch (error) {
      if (error instanceof ProviderError && error.outcome === 'scope-missing')
        await recordLostScopes(context, adapter, row, options);
      if (!isGrantRefused(error)) throw error;
      const newer = await replaceTokens(context, adapter, row, error, options.patience);
      try {
        return await runWith(newer);
      } catch (secondError) {
        if (isGrantRefused(secondError)) await loseConnection(context, newer, secondError.userMessage);
        throw secondError;
      }
    }
  },
});
