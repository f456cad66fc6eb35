import { platformIds } from '#shared/platforms.ts';
import type { AccountsByPlatform, PlatformId } from '#shared/platforms.ts';
import { stripActPrefix } from '#shared/platforms/stripActPrefix.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { Caller, Member } from '#server/lib/http/Caller.ts';
import type { Transaction } from '#server/database/Database.ts';
import { sessionExpired } from '#server/lib/failures/errors.ts';
import { passwords } from '#server/lib/crypto/passwords.ts';
import { listStoredAccounts } from '#server/modules/ads/accounts/adAccounts.store.ts';
import { readDefaultAccounts } from '#server/modules/users/workspaces/defaultAccounts.store.ts';
import { updateMembership } from '#server/modules/users/members/members.store.ts';
import { passwordChangedMail } from '#server/modules/users/passwordReset/passwordChangedMail.handler.ts';
import { deleteOtherSessions, findLivingSession } from '#server/modules/users/signIn/sessions.store.ts';
import { lockUser, updateUser } from '#server/modules/users/users.store.ts';

type ProfileChanges = {
  name?: string;
  /** The password does not change if absent or empty. */
  password?: string;
  /** Only the given lists change. */
  defaultAccounts?: Partial<AccountsByPlatform>;
};

/**
 * Keeps the chosen accounts that the workspace's own connection lists: without duplicates, in the order of the choice,
 * and with the ids of the connection.
 */
const keepOwnAccounts = async (
  tx: Transaction,
  workspaceId: WorkspaceId,
  platform: PlatformId,
  chosenIds: readonly string[],
): Promise<string[]> => {
  const listed = await listStoredAccounts(tx, workspaceId, platform);
  const spelling = new Map(listed.map(({ id }) => [stripActPrefix(id), id]));
  const own = chosenIds.map((id) => spelling.get(stripActPrefix(id))).filter((id) => id !== undefined);
  return [...new Set(own)];
};

const saveDefaults = async (tx: Transaction, member: Member, chosen: Partial<AccountsByPlatform>): Promise<void> => {
  const defaultAccounts = await readDefaultAccounts(tx, member);
  for (const platform of platformIds) {
    const chosenIds = chosen[platform];
    if (chosenIds) defaultAccounts[platform] = await keepOwnAccounts(tx, member.workspaceId, platform, chosenIds);
  }
  await updateMembership(tx, member, { defaultAccounts });
};

/**
 * Applies the given changes. A new password ends the person's other sessions, and a mail notifies the person if a mail
 * server is configured. The requesting session continues.
 */
export const updateProfile = async (
  context: Pick<AppContext, 'env' | 'clock' | 'db' | 'jobs' | 'publisher'>,
  caller: Caller,
  changes: ProfileChanges,
): Promise<void> => {
  const { db, clock, env, jobs, publisher } = context;
  const passwordHash = changes.password ? await passwords.hash(changes.password) : undefined;
  const endedSessions = await db.transaction(async (tx) => {
    const current = await lockUser(tx, caller.userId);
    // Check again under the lock: if a reset has ended this session meanwhile, the password of the reset must stay.
    if (!current || !(await findLivingSession(tx, caller.tokenHash, clock.now()))) throw sessionExpired();
    if (changes.defaultAccounts) await saveDefaults(tx, caller, changes.defaultAccounts);
    await updateUser(tx, current.id, { name: changes.name, passwordHash }, clock.now());
    if (passwordHash && env.SMTP_URL)
      await jobs.enqueue(passwordChangedMail, { userId: current.id }, { transaction: tx });
    return passwordHash ? deleteOtherSessions(tx, current.id, caller.tokenHash) : [];
  });
  await publisher.cutSessions(endedSessions);
};
