import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export type CanaryMailServer = {
  /** A URL with a valid login. */
  urlFor(user: string, password: string): string;
  mails: string[];
  /** Refuses all further mails. The refusal repeats the recipient and the login. */
  refuse(): void;
  close(): Promise<void>;
};

/** A mail server that requires a login and keeps all mails. */
export const startMailServer = async (): Promise<CanaryMailServer> => {
  const mails: string[] = [];
  let isRefusing = false;
  let login = '';
  /** Receives a mail. @returns an error to refuse it with */
  const receive = async (stream: Readable): Promise<Error | null> => {
    try {
      mails.push((await buffer(stream)).toString());
      return null;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 200,
    onAuth({ username, password }, _session, done) {
      login = `${username}:${password}`;
      done(null, { user: username });
    },
    onRcptTo({ address }, _session, done) {
      done(isRefusing ? new Error(`${address} is unknown to ${login}`) : null);
    },
    onData(stream, _session, answer) {
      void receive(stream).then(answer);
    },
  });
  server.on('error', () => undefined);
  const listener = await new Promise<ReturnType<typeof server.listen>>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => resolve(listening));
  });
  const address = listener.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    urlFor: (user, password) => `smtp://${user}:${password}@127.0.0.1:${port}`,
    mails,
    refuse: () => {
      isRefusing = true;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};
