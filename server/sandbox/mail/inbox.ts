import type { SandboxClock } from '../support/clock.ts';

/** One message as the product sent it. */
export type Mail = {
  /** Addresses of the envelope, joined by a comma. */
  to: string;
  subject: string;
  text: string;
  /** ISO 8601. */
  at: string;
};

export type Inbox = ReturnType<typeof createInbox>;

/** Oldest messages are dropped beyond this, so a long-running demo does not grow. */
const MAX_MAILS = 1_000;

export function createInbox(clock: SandboxClock) {
  let mails: Mail[] = [];
  return {
    add(mail: Omit<Mail, 'at'>): void {
      mails = [...mails, { ...mail, at: new Date(clock.now()).toISOString() }].slice(-MAX_MAILS);
    },
    /** Newest last. */
    list: (): readonly Mail[] => mails,
    clear(): void {
      mails = [];
    },
  };
}
