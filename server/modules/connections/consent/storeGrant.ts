import { messages } from '#shared/messages.ts';
import { platformFacts } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { ServerEventName } from '#shared/socketEvents.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { AppError } from '#server/lib/failures/errors.ts';
import { storeNotification } from '#server/modules/notifications/announce.ts';
import type { StoredNotification } from '#server/modules/notifications/announce.ts';
import type { Grant } from '#server/providers/AdPlatform.ts';
import { platformOf } from '#server/providers/platformOf.ts';
import { findConnection, deleteAdAccounts, saveConnection } from '#server/modules/connections/connections.store.ts';
import type { BeginGrant } from './BeginGrant.ts';
import { describeScope, findMissing } from './grantedScopes.ts';
import { sealTokens } from '#server/modules/connections/access/tokens.ts';
import type { LockedWorkspace } from '#server/modules/users/workspaces/workspaces.store.ts';

/** The user and workspace of the grant. */
type Owner = LockedWorkspace & { userId: string; platform: PlatformId };

export type StoredGrant = {
  platform: PlatformId;
  /** The message to show. */
  message: string;
  /** Features that do not work because a permission is missing. */
  missingScopes: string[];
  /** To be published after the commit. */
  notification: StoredNotification<Extract<ServerEventName, `${PlatformId}_connected`>>;
};

/** The reason why a grant is useless: it lacks a required permission. */
export const findScopeFault = (
  { platforms }: Pick<AppContext, 'platforms'>,
  platform: PlatformId,
  grant: Grant,
): AppError | null => {
  const missing = findMissing(platformOf(platforms, platform).neededScopes, grant.grantedScopes).filter(
    (scope) => scope.isRequired,
  );
  if (missing.length === 0) return null;
  return new AppError(409, 'SCOPE_MISSING', messages.connections.scopeMissing(platform, missing.map(describeScope)));
};

/**
 * Stores a grant as the connection of the person's workspace and notifies the members. The caller has locked their
 * accounts. A grant of another identity deletes the old ad accounts and their metrics.
 */
export const storeGrant = async (
  tx: Transaction,
  context: Pick<AppContext, 'clock' | 'platforms' | 'secrets'> & { beginGrant: BeginGrant },
  { userId, workspaceId, members, platform }: Owner,
  grant: Grant,
): Promise<StoredGrant> => {
  const { platforms, secrets, clock } = context;
  const former = await findConnection(tx, workspaceId, platform);
  const isOtherIdentity = former !== null && former.externalId !== grant.externalId;
  await saveConnection(tx, {
    workspaceId,
    platform,
    ...sealTokens(secrets, { workspaceId, platform }, grant.tokens),
    externalId: grant.externalId,
    externalName: grant.externalName,
    grantedScopes: grant.grantedScopes,
    connectedAt: clock.now(),
  });
  // After the connection, in lock order: readers that store data lock the connection first.
  if (isOtherIdentity) await deleteAdAccounts(tx, former);
  await context.beginGrant(tx, { workspaceId, platform, grantedScopes: grant.grantedScopes, isOtherIdentity });
  const payload = { userId, platform, connected: true } as const;
  const notification = await storeNotification(
    tx,
    { workspaceId, members },
    platformFacts[platform].connected,
    payload,
    clock.now(),
  );
  const missing = findMissing(platformOf(platforms, platform).neededScopes, grant.grantedScopes);
  return {
    platform,
    notification,
    message:
      missing.length === 0
        ? messages.connections.connected(platform)
        : messages.connections.connectedWithout(platform, missing.map(describeScope)),
    missingScopes: missing.map(({ meaning }) => meaning),
  };
};
