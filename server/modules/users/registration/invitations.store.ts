import { and, eq, gt } from '#server/database/drizzle.ts';
import type { Queryable } from '#server/database/Database.ts';
import { deleteBefore } from '#server/database/deleteInSteps.ts';
import { invitations } from '#server/database/schema.ts';

type Invitation = typeof invitations.$inferSelect;

/**
 * The address of a new user and the secret of the invitation link; null when the address is proven and needs no link.
 */
export type Invited = { email: string; secretHash: string | null };

const isInvited = ({ email, secretHash }: Invited, now: Date) =>
  and(
    eq(invitations.email, email),
    gt(invitations.expiresAt, now),
    secretHash === null ? undefined : eq(invitations.secretHash, secretHash),
  );

export const replaceInvitation = async (db: Queryable, invitation: Invitation): Promise<void> => {
  await db.insert(invitations).values(invitation).onConflictDoUpdate({ target: invitations.email, set: invitation });
};

export const hasInvitation = async (db: Queryable, invited: Invited, now: Date): Promise<boolean> =>
  (await db.select({ email: invitations.email }).from(invitations).where(isInvited(invited, now))).length > 0;

/** Deletes a used invitation. False when there is none, or another request was faster. */
export const takeInvitation = async (db: Queryable, invited: Invited, now: Date): Promise<boolean> => {
  const taken = await db.delete(invitations).where(isInvited(invited, now)).returning({ email: invitations.email });
  return taken.length > 0;
};

export const deleteExpiredInvitations = (db: Queryable, now: Date, signal: AbortSignal): Promise<number> =>
  deleteBefore(db, invitations, invitations.expiresAt, now, { signal });
