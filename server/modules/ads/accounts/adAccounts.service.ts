import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { stripActPrefix } from '#shared/platforms/stripActPrefix.ts';
import { AppError } from '#server/lib/failures/errors.ts';
import { createConnections } from '#server/modules/connections/createConnections.ts';
import { seeGrant, storeWithGrant } from '#server/modules/connections/access/heldGrant.ts';
import type { PlatformAccount } from '#server/providers/PlatformAccount.ts';
import type { PlatformCall } from '#server/providers/calls/PlatformCall.ts';
import { platformOf } from '#server/providers/platformOf.ts';
import { listStoredAccounts, replaceStoredAccounts } from './adAccounts.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { AccessContext } from '#server/modules/connections/access/AccessContext.ts';

type Reading = Pick<PlatformCall, 'patience' | 'signal'>;

/** Fetches the ad accounts of a connection from the platform and stores them. */
export const listAdAccounts = async (
  context: AccessContext,
  workspaceId: WorkspaceId,
  platform: PlatformId,
  reading: Reading,
): Promise<PlatformAccount[]> => {
  const adapter = platformOf(context.platforms, platform);
  const owner = { workspaceId, platform };
  const grant = await seeGrant(context, owner);
  const accounts = await createConnections(context).withAccess(workspaceId, platform, reading, (call) =>
    adapter.listAccounts(call),
  );
  await storeWithGrant(context, owner, grant, (tx) =>
    replaceStoredAccounts(tx, workspaceId, platform, accounts, context.clock.now()),
  );
  return accounts;
};

/**
 * The ad accounts with the given ids, in the given order. Facebook's ids are accepted with and without `act_`. Only
 * accounts of the workspace's own connection are found, so a foreign id never reaches the platform.
 * @throws AppError 403 FOREIGN_ACCOUNT if an id is not one of these accounts
 */
export const requireOwnAccounts = async (
  context: AccessContext,
  workspaceId: WorkspaceId,
  platform: PlatformId,
  ids: readonly string[],
  reading: Reading,
): Promise<PlatformAccount[]> => {
  const stored = await listStoredAccounts(context.db, workspaceId, platform);
  const own = stored.length > 0 ? stored : await listAdAccounts(context, workspaceId, platform, reading);
  const byId = new Map(own.map((account) => [stripActPrefix(account.id), account]));
  const found = new Map<string, PlatformAccount>();
  for (const id of ids) {
    const account = byId.get(stripActPrefix(id));
    if (!account) throw new AppError(403, 'FOREIGN_ACCOUNT', messages.platform.foreignAccount);
    found.set(account.id, account);
  }
  return [...found.values()];
};
