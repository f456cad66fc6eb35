import type { SandboxClock } from '../support/clock.ts';

/** A message from the product. */
export type Mail = {
  /** Envelope addresses, separated by commas. */
  to: string;
  subject: string;
  text: string;
  /** ISO 8601. */
  at: string;
};

export type Inbox = ReturnType<typeof createInbox>;

/** Limits the memory of a long demo by dropping the oldest messages. */
const maxMails = 1_000;

export const createInbox = (clock: SandboxClock) => {
  let mails: Mail[] = [];
  return {
    add(mail: Omit<Mail, 'at'>): void {
      mails = [...mails, { ...mail, at: new Date(clock.now()).toISOString() }].slice(-maxMails);
    },
    /** Newest last. */
    list: (): readonly Mail[] => mails,
    clear(): void {
      mails = [];
    },
  };
};
