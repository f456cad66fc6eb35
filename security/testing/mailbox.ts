import { sendOtp } from '#shared/contracts/users.ts';
import { readMails as readAllMails } from '#testing/sandbox/sandboxControl.ts';
import type { SandboxMail } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { newStranger } from './strangers.ts';
import { target } from './target.ts';

/** The mails to an address, newest last. */
export const readMails = async (email: string): Promise<SandboxMail[]> => {
  const mails = await readAllMails({ url: target.sandboxUrl });
  return mails.filter(({ to }) => to === email);
};

/** Waits until `count` mails have arrived at an address. @returns the last one */
export const awaitMail = (email: string, count = 1): Promise<SandboxMail> =>
  waitUntil(async () => (await readMails(email))[count - 1], { what: 'a mail', timeoutMs: 30_000 });

/** Requests a one-time code as a stranger, and reads it from the owner's mailbox. */
export const askForCode = async (email: string): Promise<string> => {
  const count = (await readMails(email)).length;
  const { status } = await newStranger().request(sendOtp, { body: { email } });
  if (status !== 200) throw new Error(`No code was sent: ${status}`);
  const code = /\b\d{6}\b/.exec((await awaitMail(email, count + 1)).text)?.[0];
  if (code === undefined) throw new Error('A mail with a code was expected');
  return code;
};

/** A different six-digit code for each step. */
export const otherCode = (code: string, step = 1): string =>
  String(100_000 + ((Number(code) - 100_000 + step) % 900_000));
