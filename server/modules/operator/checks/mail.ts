import type { Env } from '#server/config/env.ts';
import { createMailer } from '#server/lib/mailer.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';
import { offerSender } from './smtp.ts';

const check = defineCheck('Mail', 'mail.server', 'Mail server');

/** Accepts `"Leadlight <noreply@example.org>"` and `noreply@example.org`. */
const addressOf = (from: string): string => (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim();

/** Connects, signs in and names the sender, then leaves before anything is sent. */
export const checkMail = async ({ SMTP_URL, MAIL_FROM }: Env): Promise<CheckResult> => {
  if (SMTP_URL === undefined || MAIL_FROM === undefined)
    return check.note('None: a forgotten password cannot be reset.', 'To have mail, set `SMTP_URL` and `MAIL_FROM`.');
  const url = new URL(SMTP_URL);
  const sender = addressOf(MAIL_FROM);
  const outcome = await offerSender(url, sender);
  const said = 'code' in outcome ? ` (${outcome.code})` : '';
  switch (outcome.kind) {
    case 'accepted':
      return check.ok(
        `${url.hostname} takes mail from ${sender}${outcome.isEncrypted ? '' : ', without encryption on the way'}.`,
      );
    case 'unreachable':
      return check.fault(
        `${url.host} cannot be reached${said}.`,
        'Set `SMTP_URL` to the address and port of your mail server (465: `smtps://`, 587: `smtp://`), and let this machine reach it.',
      );
    case 'certificate':
      return check.fault(
        `The certificate of ${url.hostname} is not taken${said}.`,
        'Set `SMTP_URL` to the name that the certificate of the mail server is for.',
      );
    case 'login-refused':
      return check.fault(
        `${url.hostname} refuses the login${said}.`,
        'Set user and password in `SMTP_URL`; characters such as @ and / as %40 and %2F.',
      );
    case 'sender-refused':
      return check.fault(
        `${url.hostname} does not take mail from ${sender}${said}.`,
        'Set `MAIL_FROM` to a sender that the mail server allows for the login of SMTP_URL.',
      );
    default:
      return outcome satisfies never;
  }
};

const delivery = defineCheck('Mail', 'mail.delivery', 'A mail');

/** Sends one mail. */
export const checkDelivery = async (env: Env, to: string): Promise<CheckResult> => {
  const mailer = createMailer(env);
  if (!mailer) return delivery.skipped('There is no mail server.');
  const failure = await mailer
    .send({ to, subject: 'A mail from Leadlight', text: `Mail from ${env.PUBLIC_URL} arrives.` })
    .then(() => null)
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  return failure === null
    ? delivery.ok('The mail server has taken it. Look whether it arrives, and not among the unwanted.')
    : delivery.fault(`${failure}.`, 'See Mail server; `SMTP_URL` and `MAIL_FROM` are what it depends on.');
};
