import { sendOtp } from '#shared/contracts/users.ts';
import { readMails as readAllMails } from '#testing/sandbox/sandboxControl.ts';
import type { SandboxMail } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { newStranger } from './strangers.ts';
import { target } from './target.ts';

/** A product and the sandbox with its mail server. */
export type MailSite = { webUrl: string; sandboxUrl: string };

/** The mails to an address, newest last. */
export const readMails = async (email: string, { sandboxUrl }: MailSite = target): Promise<SandboxMail[]> => {
  const mails = await readAllMails({ url: sandboxUrl });
  return mails.filter(({ to }) => to === email);
};

/** Waits until `count` mails have arrived at an address. @returns the last one */
export const awaitMail = (email: string, count = 1, site: MailSite = target): Promise<SandboxMail> =>
  waitUntil(async () => (await readMails(email, site))[count - 1], { what: 'a mail', timeoutMs: 30_000 });

/** Requests a one-time code as a stranger, and reads it from the owner's mailbox. */
export const askForCode = async (email: string, site: MailSite = target): Promise<string> => {
  const count = (await readMails(email, site)).length;
  const { status } = await newStranger(site.webUrl).request(sendOtp, { body: { email } });
  if (status !== 200) throw new Error(`No code was sent: ${status}`);
  const code = /\b\d{6}\b/.exec((await awaitMail(email, count + 1, site)).text)?.[0];
  if (code === undefined) throw new Error('A mail with a code was expected');
  return code;
};

/** A different six-digit code for each step. */
export const otherCode = (code: string, step = 1): string =>
  String(100_000 + ((Number(code) - 100_000 + step) % 900_000));
