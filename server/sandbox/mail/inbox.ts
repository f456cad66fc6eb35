import type { SandboxClock } from '../clock.ts';

/** One message as the product sent it. */
export type Mail = {
  /** Addresses of the envelope, joined by a comma. */
  to: string;
  subject: string;
  text: string;
  /** ISO 8601. */
  at: string;
};

export type Inbox = {
  add(mail: Omit<Mail, 'at'>): void;
  /** Newest last. */
  list(): readonly Mail[];
  clear(): void;
};

/** Oldest messages are dropped beyond this, so a long-running demo does not grow. */
const MAX_MAILS = 1_000;

export function createInbox(clock: SandboxClock): Inbox {
  let mails: Mail[] = [];
  return {
    add(mail) {
      mails = [...mails, { ...mail, at: new Date(clock.now()).toISOString() }].slice(-MAX_MAILS);
    },
    list: () => mails,
    clear() {
      mails = [];
    },
  };
}
