import { resetPassword, sendOtp } from '#shared/contracts/users.ts';
import { readMails } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { worst } from '#lab/faults/measure.ts';
import { atLeast, atMost } from '#lab/faults/metrics.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';
import { startProduct } from '#testing/startProduct.ts';
import { startProxy } from '#lab/faults/startProxy.ts';
import { hangMs } from '#lab/faults/hangMs.ts';

/** The mail server refuses connections, then stops responding, while people request codes. */
export const mailAway: ScenarioRun = async (context) => {
  const sandbox = await context.startSandbox();
  const proxy = await startProxy(context, sandbox.environment['SMTP_URL'] ?? '');
  const environment = { ...sandbox.environment, SMTP_URL: proxy.url };
  const product = await startProduct({ folder: context.folder, environment });

  const answers: { ms: number; text: string }[] = [];
  const ask = async ({ request }: Person, email: string) => {
    const startedAt = performance.now();
    const answer = await request(sendOtp, { body: { email } });
    answers.push({ ms: performance.now() - startedAt, text: JSON.stringify(answer) });
  };
  const reset = ({ request, email }: Person, otp: string) =>
    request(resetPassword, { body: { email, otp, newPassword: 'a newer one', confirmPassword: 'a newer one' } });
  let lost = 0;
  let worked = 0;
  for (let number = 0; number < context.runs; number += 1) {
    const person = await registerPerson(product);
    if (number % 2 === 0) proxy.refuse();
    else proxy.silence();
    await ask(person, person.email);
    await ask(person, `nobody-${number}@example.test`);
    // The first attempt has failed.
    context.log(`while the mail server is down: ${(await reset(person, '000000')).status}`);
    proxy.heal();
    const mail = await waitUntil(async () => (await readMails(sandbox)).findLast(({ to }) => to === person.email), {
      timeoutMs: hangMs,
      what: 'the mail',
    }).catch(() => null);
    if (!mail) {
      lost += 1;
      continue;
    }
    const otp = /\b\d{6}\b/.exec(mail.text)?.[0] ?? '';
    if ((await reset(person, otp)).status === 200) worked += 1;
  }
  await product.end('SIGTERM');
  return {
    lost,
    metrics: [
      atMost('longest answer', worst(answers.map(({ ms }) => ms)), 1_000, 'ms'),
      atMost('different answers', new Set(answers.map(({ text }) => text)).size, 1, 'texts'),
      atLeast('late codes that work', worked, context.runs, 'codes'),
    ],
  };
};
