import type { AppContext } from '#server/AppContext.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { createMailer } from '#server/lib/mailer.ts';
import { handleInvitationMail } from '#server/modules/users/invitations/invitationMail.handler.ts';

/** The background jobs of workspaces. */
export const workspaceJobs = (context: AppContext): JobHandler[] => [
  handleInvitationMail(context, createMailer(context.env)),
];
