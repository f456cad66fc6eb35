import { messages } from '#shared/messages.ts';
import { emptyAccountsByPlatform } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { endConnection, readEndingGrants, revokeGrants } from '#server/modules/connections/disconnect.service.ts';
import type { EndingGrant } from '#server/modules/connections/disconnect.service.ts';
import { endExportsForGood } from '#server/modules/exports/exports.store.ts';
import { publishNotification, storeNotification } from '#server/modules/notifications/announce.ts';
import type { StoredNotification } from '#server/modules/notifications/announce.ts';
import { deleteAllSessions } from '#server/modules/users/signIn/sessions.store.ts';
import { findOwnWorkspaceId } from '#server/modules/workspaces/workspaces.store.ts';
import { updateUser } from '#server/modules/users/users.store.ts';
import type { UserRow } from '#server/modules/users/users.store.ts';

/** Access that ended with the first proof of an address. */
export type EndedAccess = {
  endedSessions: string[];
  grants: EndingGrant[];
  notifications: StoredNotification<'connection_lost'>[];
};

/**
 * The first proof that an address belongs to its owner. Until then, anyone may have registered it, so all existing
 * access ends: password, sessions, open consents, platform connections and unfinished exports. The caller holds the
 * account's row and passes the result to `finishProof` after the commit.
 */
export const proveAddress = async (
  tx: Transaction,
  userId: string,
  passwordHash: string | null,
  now: Date,
): Promise<{ user: UserRow; ended: EndedAccess }> => {
  const changes = { passwordHash, isEmailProven: true, defaultAccounts: emptyAccountsByPlatform() };
  const user = await updateUser(tx, userId, changes, now);
  if (!user) throw new Error('A locked account is gone');
  const workspaceId = await findOwnWorkspaceId(tx, userId);
  const grants = workspaceId === null ? [] : await readEndingGrants(tx, workspaceId);
  const notifications: EndedAccess['notifications'] = [];
  for (const { row } of grants) {
    await endConnection(tx, row);
    const payload = { platform: row.platform, message: messages.connections.disconnectedByProof(row.platform) };
    notifications.push(await storeNotification(tx, [userId], 'connection_lost', payload, now));
  }
  // A resumed export would continue in a spreadsheet owned by a stranger's Google account.
  if (workspaceId !== null)
    await endExportsForGood(tx, workspaceId, 'FOREIGN_ACCOUNT', messages.exports.endedByProof, now);
  return { user, ended: { endedSessions: await deleteAllSessions(tx, userId), grants, notifications } };
};

/** Cuts the sockets and revokes the grants at the platforms. */
export const finishProof = async (
  context: Pick<AppContext, 'logger' | 'db' | 'publisher' | 'platforms' | 'secrets'>,
  { endedSessions, grants, notifications }: EndedAccess,
): Promise<void> => {
  context.publisher.cutSessions(endedSessions);
  for (const notification of notifications) publishNotification(context, notification);
  await revokeGrants(context, grants);
};
