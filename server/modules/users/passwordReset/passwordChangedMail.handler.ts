import * as z from 'zod';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { defineJob, handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { notConfigured } from '#server/lib/failures/errors.ts';
import type { Mailer } from '#server/lib/mailer.ts';
import { findUser } from '#server/modules/users/users.store.ts';

export const passwordChangedMail = defineJob({
  name: 'password-changed-mail',
  payload: z.strictObject({ userId: z.string() }),
  expireInSeconds: 60,
});

const writeMail = (publicUrl: string): string =>
  [
    'The password of your Leadlight account was changed, and all other sessions were signed out.',
    '',
    `If that was not you, set a new one right away: ${publicUrl}/forgot-password`,
  ].join('\n');

/** Notifies the owner, who may not be the one who changed it. */
export const handlePasswordChangedMail = (context: Pick<AppContext, 'env' | 'db'>, mailer: Mailer | null): JobHandler =>
  handleJob(passwordChangedMail, async ({ userId }, { signal }) => {
    const user = await findUser(context.db, userId);
    if (!user) return;
    if (!mailer) throw notConfigured(messages.auth.mailOff);
    await mailer.send(
      { to: user.email, subject: 'Your Leadlight password was changed', text: writeMail(context.env.PUBLIC_URL) },
      signal,
    );
  });
