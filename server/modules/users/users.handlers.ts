import type { AppContext } from '#server/AppContext.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { createMailer } from '#server/lib/mailer.ts';
import { handleHousekeeping } from './housekeeping.handler.ts';
import { handleOtpMail } from './passwordReset/otpMail.handler.ts';
import { handlePasswordChangedMail } from './passwordReset/passwordChangedMail.handler.ts';

/** The background jobs of accounts. `housekeeping` runs once a day. */
export const userJobs = (context: AppContext): JobHandler[] => {
  const mailer = createMailer(context.env);
  return [handleOtpMail(context, mailer), handlePasswordChangedMail(context, mailer), handleHousekeeping(context)];
};
