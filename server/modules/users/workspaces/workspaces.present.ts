import type { Invitation } from '#shared/contracts/workspaces.ts';
import type { ListedInvitation } from '#server/modules/users/invitations/invitations.store.ts';

const inviterOf = ({ inviter }: ListedInvitation): string | null => inviter && (inviter.name || inviter.email);

/** An invitation as owners see it, without the secret. */
export const presentInvitation = (invitation: ListedInvitation): Invitation => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  invitedBy: inviterOf(invitation),
  isSent: invitation.secretHash !== null,
  createdAt: invitation.createdAt.toISOString(),
  expiresAt: invitation.expiresAt.toISOString(),
});

/** An invitation as the invited person sees it. */
export const presentOffer = (invitation: ListedInvitation, workspace: string) => ({
  workspace,
  role: invitation.role,
  invitedBy: inviterOf(invitation),
  email: invitation.email,
  expiresAt: invitation.expiresAt.toISOString(),
});
