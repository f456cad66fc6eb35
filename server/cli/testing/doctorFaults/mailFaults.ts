import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';
import { freePort } from '#testing/freePort.ts';
import { closedPort } from './Fault.ts';
import type { Fault } from './Fault.ts';

const withMailServer = (name: string, remedy: string, options: SMTPServerOptions): Fault => ({
  name,
  id: 'mail.server',
  remedy,
  arrange: async () => {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 50,
      ...options,
    });
    server.on('error', () => undefined);
    const port = await freePort();
    await new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
    return {
      env: { SMTP_URL: `smtp://leadlight:p%40ss@127.0.0.1:${port}` },
      undo: () => new Promise<void>((resolve) => server.close(() => resolve())),
    };
  },
});

export const mailFaults: readonly Fault[] = [
  withMailServer('a mail server that refuses the login', 'SMTP_URL', {
    onAuth: (_auth, _session, answer) => answer(new Error('no')),
    allowInsecureAuth: true,
  }),
  withMailServer('a mail server that refuses the sender', 'MAIL_FROM', {
    onAuth: (_auth, _session, answer) => answer(null, { user: 'leadlight' }),
    onMailFrom: (_address, _session, answer) => answer(new Error('no')),
    allowInsecureAuth: true,
  }),
  {
    name: 'a mail server that is down',
    id: 'mail.server',
    remedy: 'SMTP_URL',
    arrange: async () => ({ env: { SMTP_URL: (await closedPort()).replace('http', 'smtp') } }),
  },
];
