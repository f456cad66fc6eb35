import { SMTPServer } from 'smtp-server';
import { freePort } from '#testing/freePort.ts';
import { closedPort } from './Fault.ts';
import type { Fault } from './Fault.ts';

export const mailFaults: readonly Fault[] = [
  {
    name: 'a mail server that refuses the login',
    id: 'mail.server',
    remedy: 'SMTP_URL',
    arrange: async () => {
      const server = new SMTPServer({
        disabledCommands: ['STARTTLS'],
        disableReverseLookup: true,
        closeTimeout: 50,
        onAuth: (_auth, _session, answer) => answer(new Error('no')),
        allowInsecureAuth: true,
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
  },
  {
    name: 'a mail server that is down',
    id: 'mail.server',
    remedy: 'SMTP_URL',
    arrange: async () => ({ env: { SMTP_URL: (await closedPort()).replace('http', 'smtp') } }),
  },
];
