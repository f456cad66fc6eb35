import { createTransport } from 'nodemailer';
import { expect, test } from 'vitest';
import { startSandbox } from '../startSandbox.ts';

test('mail sent over SMTP can be read as JSON and as a page, and a reset clears it', async () => {
  const sandbox = await startSandbox({ port: 0 });
  const transport = createTransport(sandbox.smtpUrl);
  const inbox = async (): Promise<unknown> => (await fetch(`${sandbox.url}/control/mail`)).json();
  try {
    for (const subject of ['Your code', 'Später – ünïcode <b>']) {
      await transport.sendMail({
        from: sandbox.environment.MAIL_FROM,
        to: 'ada@example.test',
        subject,
        text: `Code 123456 für ${subject}`,
        html: '<p>Code</p>',
      });
    }
    expect(await inbox()).toEqual([
      {
        to: 'ada@example.test',
        subject: 'Your code',
        text: 'Code 123456 für Your code',
        at: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ subject: 'Später – ünïcode <b>' }),
    ]);
    const page = await (await fetch(`${sandbox.url}/mail`)).text();
    expect(page).toContain('Code 123456 für Your code');
    expect(page).toContain('&lt;b&gt;');
    await fetch(`${sandbox.url}/control/reset`, { method: 'POST' });
    expect(await inbox()).toEqual([]);
  } finally {
    transport.close();
    await sandbox.close();
  }
});
