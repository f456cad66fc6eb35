import * as z from 'zod';
import { invitationDays } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { defineJob, handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { notConfigured } from '#server/lib/failures/errors.ts';
import { hashSecret, newSecret } from '#server/lib/ids.ts';
import type { Mailer } from '#server/lib/mailer.ts';
import { workspaceIdSchema } from '#server/lib/WorkspaceId.ts';
import { invitationLink } from './invitationLink.ts';
import { findInvitationByKey, setSecret } from './invitations.store.ts';
import { readWorkspaceName } from '#server/modules/users/workspaces/currentWorkspace.store.ts';
import { publishMembersChanged } from '#server/modules/users/members/publishMembersChanged.ts';

export const invitationMail = defineJob({
  name: 'invitation-mail',
  payload: z.strictObject({ workspaceId: workspaceIdSchema, id: z.string() }),
  retryLimit: 10,
  retryDelaySeconds: 10,
  expireInSeconds: 60,
});

/** Whether mail programs could show part of a name as a link. Such a name could be used for spam. */
const holdsLink = (name: string): boolean => /[@\\]|\/\/|\S[.:]\S|www/iu.test(name.normalize('NFKC'));

/** Leaves out the inviter's name, because it could contain spam. The address belongs to an account. */
export const writeMail = (inviter: string | undefined, workspace: string, link: string): string =>
  [
    `${inviter ?? 'Somebody'} invites you to ${holdsLink(workspace) ? 'a workspace' : `the workspace “${workspace}”`} in Leadlight.`,
    '',
    `To join, open this link within ${invitationDays} days. It works once:`,
    link,
    '',
    'If you do not know who this is, you can ignore this message.',
  ].join('\n');

/** Each attempt creates a new secret, because the old one was never stored in the clear. */
export const handleInvitationMail = (
  context: Pick<AppContext, 'env' | 'db' | 'clock' | 'publisher'>,
  mailer: Mailer | null,
): JobHandler =>
  handleJob(invitationMail, async (key, { signal }) => {
    const { db, clock } = context;
    const invitation = await findInvitationByKey(db, key);
    if (!invitation || invitation.email === null || invitation.expiresAt <= clock.now()) return;
    if (!mailer) throw notConfigured(messages.auth.mailOff);
    const secret = newSecret();
    if (!(await setSecret(db, key, hashSecret(secret)))) return;
    const workspace = await readWorkspaceName(db, key.workspaceId);
    const text = writeMail(invitation.inviter?.email, workspace, invitationLink(context, secret));
    try {
      await mailer.send({ to: invitation.email, subject: 'You are invited to Leadlight', text }, signal);
    } catch (error) {
      // No one received the mail.
      await setSecret(db, key, null);
      throw error;
    }
    publishMembersChanged(context.publisher, key.workspaceId);
  });
