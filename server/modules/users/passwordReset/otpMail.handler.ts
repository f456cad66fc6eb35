import * as z from 'zod';
import { oneTimeCode } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { defineJob, handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { notConfigured } from '#server/lib/failures/errors.ts';
import type { Mailer } from '#server/lib/mailer.ts';
import { createCode, shareCode } from './oneTimeCodes.service.ts';
import { deleteCode } from './oneTimeCodes.store.ts';
import { findUser } from '#server/modules/users/users.store.ts';
import type { UserRow } from '#server/modules/users/users.store.ts';

/** Null: the address has no account. The job is enqueued anyway, so that the response time reveals nothing. */
export const otpMail = defineJob({
  name: 'otp-mail',
  payload: z.strictObject({
    userId: z.string().nullable(),
    /** Hashes of the requesting client. Jobs of an earlier version have none. */
    askers: z.array(z.string()).min(1).default(['unknown']),
    /** The address has received many mails: a recent code is shared. */
    mayShare: z.boolean().default(false),
  }),
  // Retries an unavailable mail server for about as long as a code is valid.
  retryLimit: 7,
  retryDelaySeconds: 4,
  expireInSeconds: 60,
  concurrency: 4,
});

const firstProof = [
  'Nobody has confirmed this e-mail address yet. To be safe, the new password will disconnect Google, Facebook and TikTok if they are connected. You can connect them again after signing in.',
  '',
];

const writeMail = (code: string, { isEmailProven }: UserRow, publicUrl: string): string =>
  [
    `Your code for a new Leadlight password: ${code}`,
    '',
    `It is valid for ${oneTimeCode.lifetimeMinutes} minutes and can be used once. Enter it on the page that asked for it, at ${publicUrl}.`,
    '',
    ...(isEmailProven ? [] : firstProof),
    'If you did not ask for a code, you can ignore this message: your password stays as it is.',
  ].join('\n');

/** A retry creates a new code, because the old one was never stored in the clear. */
export const handleOtpMail = (context: Pick<AppContext, 'env' | 'clock' | 'db'>, mailer: Mailer | null): JobHandler =>
  handleJob(otpMail, async ({ userId, askers, mayShare }, { signal }) => {
    const user = userId === null ? null : await findUser(context.db, userId);
    if (!user) return;
    if (!mailer) throw notConfigured(messages.auth.mailOff);
    if (mayShare && (await shareCode(context, user.id, askers))) return;
    const { code, codeHash } = await createCode(context, user.id, askers);
    const text = writeMail(code, user, context.env.PUBLIC_URL);
    try {
      await mailer.send({ to: user.email, subject: 'Your Leadlight code', text }, signal);
    } catch (error) {
      // No one received the code, so only a guesser could use it.
      await deleteCode(context.db, user.id, codeHash);
      throw error;
    }
  });
