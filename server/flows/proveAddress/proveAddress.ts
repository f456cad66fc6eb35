import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { endConnection, readEndingGrants, revokeGrants } from '#server/flows/grants/endGrant.ts';
import type { EndingGrant } from '#server/flows/grants/endGrant.ts';
import { endExportsForGood } from '#server/modules/exports/exports.store.ts';
import { publishNotification, storeNotification } from '#server/modules/notifications/announce.ts';
import type { StoredNotification } from '#server/modules/notifications/announce.ts';
import { deleteAllSessions } from '#server/modules/users/signIn/sessions.store.ts';
import { deleteAllInvitationsBy } from '#server/modules/users/invitations/invitations.store.ts';
import { forgetChoice, updateMembership } from '#server/modules/users/members/members.store.ts';
import { createWorkspace, findOwnWorkspaceIds } from '#server/modules/users/workspaces/workspaces.store.ts';
import { updateUser } from '#server/modules/users/users.store.ts';
import type { ProveAddress } from '#server/modules/users/registration/ProveAddress.ts';

/**
 * Handles the first proof that an address belongs to its owner. A stranger may have registered the address before, so
 * all existing access ends: password, sessions, open consents, platform connections and unfinished exports. People whom
 * the stranger invited may still be members of the workspace, so the owner starts in a workspace without other members.
 * After the commit, `finish` cuts the sockets and revokes the grants at the platforms.
 */
export const createProveAddress =
  (context: Pick<AppContext, 'logger' | 'db' | 'publisher' | 'platforms' | 'secrets'>): ProveAddress =>
  async (tx, userId, passwordHash, now) => {
    const user = await updateUser(tx, userId, { passwordHash, isEmailProven: true }, now);
    if (!user) throw new Error('A locked account is gone');
    await deleteAllInvitationsBy(tx, userId);
    const own = await findOwnWorkspaceIds(tx, userId);
    await forgetChoice(tx, userId);
    const first = own[0] ?? (await createWorkspace(tx, userId, now));
    await updateMembership(tx, { userId, workspaceId: first }, { chosenAt: now });
    const grants: EndingGrant[] = [];
    const notifications: StoredNotification<'connection_lost'>[] = [];
    for (const workspaceId of own) {
      const ending = await readEndingGrants(tx, workspaceId);
      grants.push(...ending);
      for (const { row } of ending) {
        await endConnection(tx, row);
        const payload = { platform: row.platform, message: messages.connections.disconnectedByProof(row.platform) };
        const workspace = { workspaceId, members: [userId] };
        notifications.push(await storeNotification(tx, workspace, 'connection_lost', payload, now));
      }
      // A resumed export would continue in a spreadsheet owned by a stranger's Google account.
      await endExportsForGood(tx, workspaceId, 'FOREIGN_ACCOUNT', messages.exports.endedByProof, now);
    }
    const endedSessions = await deleteAllSessions(tx, userId);
    const finish = async (): Promise<void> => {
      await context.publisher.cutSessions(endedSessions);
      for (const notification of notifications) publishNotification(context, notification);
      await revokeGrants(context, grants);
    };
    return { user, finish };
  };
