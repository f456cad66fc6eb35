import type { AppContext } from '#server/AppContext.ts';
import { publishNotification, storeNotification } from '#server/modules/notifications/announce.ts';
import { lockMembers } from '#server/modules/workspaces/workspaces.store.ts';
import { markReconnect } from '#server/modules/connections/connections.store.ts';
import type { ConnectionRow } from '#server/modules/connections/connections.store.ts';

/**
 * Notes that the platform no longer takes the grant, with why in plain words, and tells the person once: whoever finds it
 * out first. Nothing happens when a newer grant has taken the place of the seen one.
 */
export const loseConnection = async (
  context: Pick<AppContext, 'db' | 'publisher' | 'clock' | 'logger'>,
  seen: Pick<ConnectionRow, 'workspaceId' | 'platform' | 'version'>,
  reason: string,
): Promise<void> => {
  const { workspaceId, platform } = seen;
  const stored = await context.db.transaction(async (tx) => {
    // The account's row first, as everywhere: a consent that is stored at the same moment takes them in this order too.
    const members = await lockMembers(tx, workspaceId);
    if (!(await markReconnect(tx, seen, reason))) return null;
    const payload = { platform, message: reason };
    return storeNotification(tx, members, 'connection_lost', payload, context.clock.now());
  });
  if (!stored) return;
  context.logger.warn(
    { area: 'connections', workspaceId, platform },
    'a connection is lost until the person consents again',
  );
  publishNotification(context, stored);
};
