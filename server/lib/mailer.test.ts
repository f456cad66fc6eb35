import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startSandbox } from '#testing/sandbox/sandbox.ts';
import { readMails } from '#testing/sandbox/sandboxControl.ts';
import { createMailer } from './mailer.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

const startInbox = async () => {
  const sandbox = await startSandbox({ port: 0 });
  closers.push(() => sandbox.close());
  return { sandbox, url: sandbox.environment['SMTP_URL'] ?? '' };
};

const createReadyMailer = (url: string) => {
  const mailer = createMailer({ SMTP_URL: url, MAIL_FROM: 'Leadlight <noreply@leadlight.test>' });
  if (!mailer) throw new Error('a configured mailer was expected');
  return mailer;
};

test('without a mail server there is no mailer', () => {
  expect(createMailer({})).toBeNull();
});

test('a message arrives unchanged', async () => {
  const { sandbox, url } = await startInbox();
  await createReadyMailer(url).send({ to: 'ada@example.test', subject: 'Your code', text: 'It is 123456.\n\nBye' });
  expect(await readMails(sandbox)).toMatchObject([
    { to: 'ada@example.test', subject: 'Your code', text: 'It is 123456.\n\nBye' },
  ]);
});

test.each([
  'ada@example.test,eve@example.test',
  'ada@example.test\r\nBcc: eve@example.test',
  '<eve@example.test> ada@example.test',
])('sends mail to one recipient even if the address looks like a list: %j', async (to) => {
  const { sandbox, url } = await startInbox();
  await createReadyMailer(url)
    .send({ to, subject: 'Your code', text: 'It is 123456.' })
    .catch((error: unknown) => error);
  expect((await readMails(sandbox)).filter((mail) => mail.to === 'eve@example.test' || mail.to.includes(', '))).toEqual(
    [],
  );
});

test("a refusal names the mail server's code, and neither recipient nor text", async () => {
  const server = createServer((socket) => {
    socket.write('220 test\r\n');
    socket.on('data', (data) =>
      socket.write(String(data).startsWith('RCPT') ? '550 no such user\r\n' : '250 fine\r\n'),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  const sending = createReadyMailer(`smtp://127.0.0.1:${port}`).send({
    to: 'ada@example.test',
    subject: 'Your code',
    text: 'It is 123456.',
  });
  await expect(sending).rejects.toThrow(/^The mail server did not take a message: EENVELOPE 550$/);
});
