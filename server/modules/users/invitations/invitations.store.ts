import { and, desc, eq, gt, isNull, or } from '#server/database/drizzle.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { deleteBefore } from '#server/database/deleteInSteps.ts';
import { users, workspaceInvitations } from '#server/database/schema.ts';
import type { Member } from '#server/lib/http/Caller.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

export type InvitationRow = typeof workspaceInvitations.$inferSelect;
export type InvitationKey = Pick<InvitationRow, 'workspaceId' | 'id'>;
/** `inviter`: the name and address of the inviter; null when the account is gone. */
export type ListedInvitation = InvitationRow & { inviter: { name: string; email: string } | null };

const isInvitation = ({ workspaceId, id }: InvitationKey) =>
  and(eq(workspaceInvitations.workspaceId, workspaceId), eq(workspaceInvitations.id, id));

/** An invitation without an address is for anyone with the link. */
const isFor = (secretHash: string, email: string | null, now: Date) =>
  and(
    eq(workspaceInvitations.secretHash, secretHash),
    gt(workspaceInvitations.expiresAt, now),
    email === null ? undefined : or(isNull(workspaceInvitations.email), eq(workspaceInvitations.email, email)),
  );

const listed = (db: Queryable) =>
  db
    .select({ invitation: workspaceInvitations, inviter: { name: users.name, email: users.email } })
    .from(workspaceInvitations)
    .leftJoin(users, eq(users.id, workspaceInvitations.invitedBy));

/** Open invitations, the newest first. */
export const listOpenInvitations = async (
  db: Queryable,
  workspaceId: WorkspaceId,
  now: Date,
): Promise<ListedInvitation[]> => {
  const rows = await listed(db)
    .where(and(eq(workspaceInvitations.workspaceId, workspaceId), gt(workspaceInvitations.expiresAt, now)))
    .orderBy(desc(workspaceInvitations.createdAt), desc(workspaceInvitations.id));
  return rows.map(({ invitation, inviter }) => ({ ...invitation, inviter }));
};

/** The open invitation with a secret, for this address if given. */
export const findInvitation = async (
  db: Queryable,
  secretHash: string,
  email: string | null,
  now: Date,
): Promise<ListedInvitation | null> => {
  const [found] = await listed(db).where(isFor(secretHash, email, now));
  return found ? { ...found.invitation, inviter: found.inviter } : null;
};

export const findInvitationByKey = async (db: Queryable, key: InvitationKey): Promise<ListedInvitation | null> => {
  const [found] = await listed(db).where(isInvitation(key));
  return found ? { ...found.invitation, inviter: found.inviter } : null;
};

/** Deletes a used invitation. Only the first of several requests succeeds. */
export const takeInvitation = async (
  tx: Transaction,
  secretHash: string,
  email: string,
  now: Date,
): Promise<InvitationRow | null> => {
  const [taken] = await tx
    .delete(workspaceInvitations)
    .where(isFor(secretHash, email, now))
    .returning();
  return taken ?? null;
};

/** A new invitation for an address replaces the old one. */
export const insertInvitation = async (tx: Transaction, invitation: InvitationRow): Promise<void> => {
  const { workspaceId, email } = invitation;
  if (email !== null)
    await tx
      .delete(workspaceInvitations)
      .where(and(eq(workspaceInvitations.workspaceId, workspaceId), eq(workspaceInvitations.email, email)));
  await tx.insert(workspaceInvitations).values(invitation);
};

/** False when the invitation is gone. */
export const setSecret = async (db: Queryable, key: InvitationKey, secretHash: string | null): Promise<boolean> => {
  const set = await db
    .update(workspaceInvitations)
    .set({ secretHash })
    .where(isInvitation(key))
    .returning({ id: workspaceInvitations.id });
  return set.length > 0;
};

/** False when it is gone already. */
export const deleteInvitation = async (db: Queryable, key: InvitationKey): Promise<boolean> => {
  const deleted = await db
    .delete(workspaceInvitations)
    .where(isInvitation(key))
    .returning({ id: workspaceInvitations.id });
  return deleted.length > 0;
};

/** Deletes a person's invitations to a workspace when they may no longer invite. */
export const deleteInvitationsBy = async (tx: Transaction, { workspaceId, userId }: Member): Promise<void> => {
  await tx
    .delete(workspaceInvitations)
    .where(and(eq(workspaceInvitations.workspaceId, workspaceId), eq(workspaceInvitations.invitedBy, userId)));
};

/** Deletes a person's invitations to all workspaces. */
export const deleteAllInvitationsBy = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.delete(workspaceInvitations).where(eq(workspaceInvitations.invitedBy, userId));
};

/** Deletes the invitations that a person has sent, and those for their address. */
export const deleteInvitationsAround = async (
  tx: Transaction,
  { id, email }: { id: string; email: string },
): Promise<void> => {
  await tx
    .delete(workspaceInvitations)
    .where(or(eq(workspaceInvitations.invitedBy, id), eq(workspaceInvitations.email, email)));
};

export const deleteExpiredWorkspaceInvitations = (db: Queryable, now: Date, signal: AbortSignal): Promise<number> =>
  deleteBefore(db, workspaceInvitations, workspaceInvitations.expiresAt, now, { signal });
