import type { Env } from '#server/config/env.ts';
import { createMailer } from '#server/lib/mailer.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';

const server = defineCheck('Mail', 'mail.server', 'Mail server');
const delivery = defineCheck('Mail', 'mail.delivery', 'A mail');

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Connects and signs in, without sending anything. */
export const checkMail = async (env: Env): Promise<CheckResult> => {
  const mailer = createMailer(env);
  if (!mailer || env.SMTP_URL === undefined)
    return server.note('None: a forgotten password cannot be reset.', 'To have mail, set `SMTP_URL` and `MAIL_FROM`.');
  const { host } = new URL(env.SMTP_URL);
  try {
    await mailer.verify();
    return server.ok(`${host} accepts the login.`);
  } catch (error) {
    return server.fault(
      `${host}: ${reasonOf(error)}.`,
      'Set `SMTP_URL` to the address and port of your mail server (465: `smtps://`, 587: `smtp://`), to the name on its certificate, and to your user and password there (@ as %40, / as %2F).',
    );
  }
};

/** Sends one mail. */
export const checkDelivery = async (env: Env, to: string): Promise<CheckResult> => {
  const mailer = createMailer(env);
  if (!mailer) return delivery.skipped('There is no mail server.');
  try {
    await mailer.send({ to, subject: 'A mail from Leadlight', text: `Mail from ${env.PUBLIC_URL} arrives.` });
    return delivery.ok('The mail server has accepted it. Check that it arrives, and not in the spam folder.');
  } catch (error) {
    return delivery.fault(`${reasonOf(error)}.`, 'Set `SMTP_URL`, and `MAIL_FROM` to a sender that the server allows.');
  }
};
