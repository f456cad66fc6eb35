import * as z from 'zod';
import { resetPassword, sendOtp } from '#shared/contracts/users.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { worst } from '../measure.ts';
import { registerPerson } from '#testing/people.ts';
import type { Scenario } from '../Scenario.ts';
import { createSite, startProduct } from '#testing/startProduct.ts';
import { startTcpProxy } from '../tcpProxy.ts';

const mails = z.array(z.object({ to: z.string(), text: z.string() }));

/** The mail server refuses connections, then stops answering, while people request codes. */
export const mailAway: Scenario = {
  name: 'mail-away',
  covers: ['R27'],
  runs: { full: 5, short: 1 },
  run: async (context) => {
    const sandbox = await context.startSandbox();
    const smtp = new URL(sandbox.environment['SMTP_URL'] ?? '');
    const proxy = await startTcpProxy({ host: smtp.hostname, port: Number(smtp.port) });
    context.onEnd(() => proxy.close());
    smtp.port = String(proxy.port);
    const environment = { ...sandbox.environment, SMTP_URL: smtp.href };
    const site = await createSite({ folder: context.folder, environment });
    const product = await startProduct(site);
    const inbox = async () => mails.parse(await (await fetch(`${sandbox.url}/control/mail`)).json());

    const answers: { ms: number; text: string }[] = [];
    const ask = async (request: Awaited<ReturnType<typeof registerPerson>>['request'], email: string) => {
      const startedAt = performance.now();
      const { status, body } = await request(sendOtp, { body: { email } });
      answers.push({ ms: performance.now() - startedAt, text: `${status} ${JSON.stringify(body)}` });
    };
    let lost = 0;
    let worked = 0;
    for (let number = 0; number < context.runs; number += 1) {
      const person = await registerPerson(site);
      if (number % 2 === 0) proxy.refuse();
      else proxy.silence();
      await ask(person.request, person.email);
      await ask(person.request, `nobody-${number}@example.test`);
      // The first attempt has failed.
      const failed = await person.request(resetPassword, {
        body: { email: person.email, otp: '000000', newPassword: 'a newer one', confirmPassword: 'a newer one' },
      });
      context.log(`while the mail server is down: ${failed.status}`);
      proxy.heal();
      const mail = await waitUntil(async () => (await inbox()).findLast(({ to }) => to === person.email), {
        timeoutMs: 120_000,
        what: 'the mail',
      }).catch(() => null);
      if (!mail) {
        lost += 1;
        continue;
      }
      const otp = /\b\d{6}\b/.exec(mail.text)?.[0] ?? '';
      const password = 'a newer one';
      const reset = await person.request(resetPassword, {
        body: { email: person.email, otp, newPassword: password, confirmPassword: password },
      });
      if (reset.status === 200) worked += 1;
    }
    await product.end('SIGTERM');
    return {
      lost,
      doubled: 0,
      metrics: [
        { name: 'longest answer', value: worst(answers, ({ ms }) => ms), unit: 'ms', atMost: 1_000 },
        { name: 'different answers', value: new Set(answers.map(({ text }) => text)).size, unit: 'texts', atMost: 1 },
        { name: 'late codes that work', value: worked, unit: 'codes', atLeast: context.runs },
      ],
    };
  },
};
