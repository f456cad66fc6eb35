import { expect, test } from 'vitest';
import { login, resetPassword } from '#shared/contracts/users.ts';
import { oneTimeCode } from '#shared/limits.ts';
import { askForCode, otherCode } from './testing/mailbox.ts';
import { newMember, newStranger } from './testing/strangers.ts';

const reset = async (email: string, otp: string, newPassword: string): Promise<number> =>
  (await newStranger().request(resetPassword, { body: { email, otp, newPassword, confirmPassword: newPassword } }))
    .status;

test('T10 simultaneous guesses share the attempts of a code', async () => {
  const ada = await newMember();
  const code = await askForCode(ada.email);
  // All guesses arrive before the first response.
  const wrong = Array.from({ length: 10 }, (_none, step) => reset(ada.email, otherCode(code, step + 1), 'guessed it'));
  expect(new Set(await Promise.all(wrong))).toEqual(new Set([400]));
  expect(await reset(ada.email, code, 'guessed it')).toBe(400);

  const [used, ...right] = [await askForCode(ada.email), 'first one', 'second one', 'third one', 'fourth one'];
  const answers = await Promise.all(right.map((password) => reset(ada.email, used, password)));
  expect(answers.toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400]);
  const winner = right[answers.indexOf(200)] ?? '';
  expect((await ada.request(login, { body: { email: ada.email, password: winner } })).status).toBe(200);
});

test('T10 a code with one attempt left allows one guess, right or wrong', async () => {
  const ada = await newMember();
  const code = await askForCode(ada.email);
  for (let step = 1; step < oneTimeCode.wrongAttempts; step += 1)
    expect(await reset(ada.email, otherCode(code, step), 'guessed it')).toBe(400);
  const last = [code, ...Array.from({ length: 9 }, (_none, step) => otherCode(code, step + 10))];
  const statuses = await Promise.all(last.map((otp) => reset(ada.email, otp, 'guessed it')));
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  expect(statuses.slice(1)).toEqual(Array<number>(9).fill(400));
  expect(await reset(ada.email, code, 'guessed it')).toBe(400);
});
