import type { ConnectedAccounts, Connection, ConnectionAsset } from '#shared/contracts/connections.ts';
import { messages } from '#shared/messages.ts';
import { byPlatform, platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AdPlatform } from '#server/providers/AdPlatform.ts';
import type { AssetRow } from './connectionAssets.store.ts';
import { hasRunOut, isUsable } from './connections.store.ts';
import type { ConnectionRow } from './connections.store.ts';
import { canExportWith, findMissing } from './consent/grantedScopes.ts';

/** Which platforms are connected, and with which identity. Tokens are never included. */
export const presentConnectedAccounts = (rows: readonly ConnectionRow[], now: Date): ConnectedAccounts => {
  const usable = rows
    .filter((row) => isUsable(row, now))
    .toSorted((a, b) => platformIds.indexOf(a.platform) - platformIds.indexOf(b.platform));
  const isConnected = (platform: PlatformId) => usable.some((row) => row.platform === platform);
  return {
    ...byPlatform(isConnected),
    accounts: usable.map(({ platform, externalId, externalName, connectedAt }) => ({
      platform,
      externalId,
      name: externalName,
      connectedAt: connectedAt.toISOString(),
    })),
  };
};

const nothingKnown = {
  reason: null,
  missingScopes: [],
  canExport: false,
  connectedAt: null,
  expiresAt: null,
  lastGoodCallAt: null,
  assets: [],
};

const presentAsset = ({ platform, kind, id, name, problem, goneForms, readAt }: AssetRow): ConnectionAsset => ({
  kind,
  id,
  name,
  state: problem !== null ? 'failing' : readAt === null ? 'unread' : 'ok',
  reason: problem,
  remark: goneForms.length > 0 ? messages.leads.formsGone(platform, goneForms) : null,
  lastReadAt: readAt?.toISOString() ?? null,
});

type Stored = { row: ConnectionRow | null; assets: readonly AssetRow[]; now: Date };

/** The state of one platform. `adapter` is null without credentials, `row` is null without a connection. */
export const presentConnection = (
  platform: PlatformId,
  adapter: AdPlatform | null,
  { row, assets, now }: Stored,
): Connection => {
  if (!adapter)
    return { ...nothingKnown, platform, state: 'off', reason: messages.connections.notConfigured(platform) };
  if (!row) return { ...nothingKnown, platform, state: 'disconnected' };
  const reason = row.reconnectReason ?? (hasRunOut(row, now) ? messages.connections.expired(platform) : null);
  return {
    platform,
    state: reason === null ? 'connected' : 'reconnect',
    reason,
    missingScopes: findMissing(adapter.neededScopes, row.grantedScopes).map(({ meaning }) => meaning),
    canExport: reason === null && canExportWith(row),
    connectedAt: row.connectedAt.toISOString(),
    // For the user, a self-renewing grant does not expire.
    expiresAt: row.refreshToken === null ? (row.accessTokenExpiresAt?.toISOString() ?? null) : null,
    lastGoodCallAt: row.lastGoodCallAt?.toISOString() ?? null,
    assets: assets.map(presentAsset),
  };
};
