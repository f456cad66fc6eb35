import { createTransport } from 'nodemailer';

type Mail = {
  /** One address. */
  to: string;
  /** A fixed text: user input must not reach a header. */
  subject: string;
  text: string;
};

export type Mailer = {
  /** @throws Error with the mail server's code, without addresses or text */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
  /** Connects and signs in. @throws like `send` */
  verify(): Promise<void>;
};

type MailerOptions = { SMTP_URL?: string | undefined; MAIL_FROM?: string | undefined };

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };

/** `EENVELOPE 550` is enough; the error itself repeats the recipient. */
const describeFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  const { code, responseCode } = error as Error & { code?: string; responseCode?: number };
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || error.name;
};

const succeed = async (what: string, work: Promise<unknown>): Promise<void> => {
  const failure = await work.then(() => null, describeFailure);
  if (failure !== null) throw new Error(`The mail server did not take ${what}: ${failure}`);
};

/** Sends mail over SMTP; null when the install has no mail server. */
export const createMailer = ({ SMTP_URL, MAIL_FROM }: MailerOptions): Mailer | null => {
  if (!SMTP_URL || !MAIL_FROM) return null;
  const transport = createTransport({ url: SMTP_URL, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  return {
    send: async ({ to, subject, text }, signal) => {
      // An address object is not parsed, so it can never become a list of recipients.
      const recipient = { name: '', address: to };
      await succeed('a message', transport.sendMail({ from: MAIL_FROM, to: recipient, subject, text, signal }));
    },
    verify: () => succeed('a login', transport.verify()),
  };
};
