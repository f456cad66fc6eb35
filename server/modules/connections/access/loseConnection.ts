import type { AppContext } from '#server/AppContext.ts';
import { publishNotification, storeNotification } from '#server/modules/notifications/announce.ts';
import { lockMembers } from '#server/modules/users/workspaces/workspaces.store.ts';
import { markReconnect } from '#server/modules/connections/connections.store.ts';
import type { SeenConnection } from '#server/modules/connections/connections.store.ts';

/**
 * Marks a connection as refused by the platform, with the reason, and notifies the members once. Does nothing when a
 * newer grant has replaced the seen one.
 */
export const loseConnection = async (
  context: Pick<AppContext, 'db' | 'publisher' | 'clock' | 'logger'>,
  seen: SeenConnection,
  reason: string,
): Promise<void> => {
  const { workspaceId, platform } = seen;
  const stored = await context.db.transaction(async (tx) => {
    // Lock the accounts first, in the order of docs/ARCHITECTURE.md, like a simultaneous consent.
    const members = await lockMembers(tx, workspaceId);
    if (!(await markReconnect(tx, seen, reason))) return null;
    const payload = { platform, message: reason };
    return storeNotification(tx, { workspaceId, members }, 'connection_lost', payload, context.clock.now());
  });
  if (!stored) return;
  context.logger.warn({ area: 'connections', workspaceId, platform }, 'connection lost until a new consent');
  publishNotification(context, stored);
};
