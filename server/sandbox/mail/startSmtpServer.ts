import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerAddress } from 'smtp-server';
import type { Inbox } from './inbox.ts';

export type RunningSmtpServer = { url: string; close(): Promise<void> };

/** A mail server for this machine. Accepts every message without a login and stores it in the inbox. */
export const startSmtpServer = async (
  inbox: Inbox,
  { host, port }: { host: string; port: number },
): Promise<RunningSmtpServer> => {
  /** Resolves with an error if storing failed, so that the sender sees the refusal. */
  const receive = async (stream: Readable, recipients: readonly SMTPServerAddress[]): Promise<Error | null> => {
    try {
      const mail = await PostalMime.parse(await buffer(stream));
      inbox.add({
        to: recipients.map((recipient) => recipient.address).join(', '),
        subject: mail.subject ?? '',
        text: (mail.text ?? '').trimEnd(),
      });
      return null;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  };

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // Short, because the product's idle pooled connections would delay a stop.
    closeTimeout: 200,
    onData(stream, session, answer) {
      void receive(stream, session.envelope.rcptTo).then(answer);
    },
  });

  const listener = await new Promise<ReturnType<typeof server.listen>>((resolve, reject) => {
    server.once('error', reject);
    const listening = server.listen(port, host, () => {
      server.off('error', reject);
      resolve(listening);
    });
  });
  // Without a listener, an aborted connection would end the whole process.
  server.on('error', () => undefined);

  const address = listener.address();
  const boundPort = typeof address === 'object' && address ? address.port : port;
  return {
    url: `smtp://${host}:${boundPort}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};
