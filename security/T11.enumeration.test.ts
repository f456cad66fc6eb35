import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { register, resetPassword } from '#shared/contracts/users.ts';
import { askCredential, showCredential } from './testing/googleCredentials.ts';
import { askForCode, otherCode, readMails } from './testing/mailbox.ts';
import { newMember, newStranger } from './testing/strangers.ts';

/** Headers that differ from call to call, whether or not the account exists. */
const ofTheMoment = new Set(['date', 'x-request-id']);

const post = async (path: string, body: unknown) => {
  const answer = await newStranger().send(`/api/user/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    status: answer.status,
    headers: [...answer.headers].filter(([name]) => !ofTheMoment.has(name)),
    text: await answer.text(),
  };
};

const nobody = (): string => `nobody-${randomBytes(8).toString('hex')}@example.test`;

/** Accounts of every kind, and an address without an account. */
const findPeople = async () => {
  const [withPassword, withCode] = [await newMember(), await newMember()];
  const viaGoogle = nobody();
  expect((await showCredential(await askCredential({ email: viaGoogle }))).status).toBe(200);
  const code = await askForCode(withCode.email);
  const emails = { withPassword: withPassword.email, withCode: withCode.email, viaGoogle };
  return { emails, wrongCode: otherCode(code) };
};

test('T11 sign-in, code and reset respond the same for addresses with and without an account', async () => {
  const { emails, wrongCode } = await findPeople();
  const newPassword = 'another long one';
  const calls = [
    { path: 'login', status: 401, bodyOf: (email: string) => ({ email, password: 'not this one' }) },
    { path: 'send-otp', status: 200, bodyOf: (email: string) => ({ email }) },
    {
      path: 'reset-password',
      status: 400,
      bodyOf: (email: string) => ({ email, otp: wrongCode, newPassword, confirmPassword: newPassword }),
    },
  ];
  for (const { path, status, bodyOf } of calls) {
    const reference = await post(path, bodyOf(nobody()));
    expect([path, reference.status]).toEqual([path, status]);
    for (const [kind, email] of Object.entries(emails))
      expect({ path, kind, answer: await post(path, bodyOf(email)) }).toEqual({ path, kind, answer: reference });
  }
});

test('T11 addresses without an account have the same limits and get no mail', async () => {
  const [ada, stranger] = [await newMember(), nobody()];
  const ask = async (email: string) => {
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) statuses.push((await post('send-otp', { email })).status);
    return statuses;
  };
  expect(await ask(ada.email)).toEqual(await ask(stranger));
  const guesser = newStranger();
  const guess = async (email: string) => {
    const statuses: number[] = [];
    for (let count = 0; count < 22; count += 1) {
      const body = { email, otp: '123456', newPassword: 'guessed it', confirmPassword: 'guessed it' };
      statuses.push((await guesser.request(resetPassword, { body })).status);
    }
    return statuses;
  };
  expect(await guess(ada.email)).toEqual(await guess(stranger));
  // A later mail to a known address shows that the queue is empty.
  await askForCode((await newMember()).email);
  expect(await readMails(stranger)).toEqual([]);
});

test('T11 registrations, which reveal whether an account exists, are limited per client', async () => {
  const { request } = newStranger();
  const ada = await newMember();
  const body = { name: 'Eve', email: ada.email, password: 'guessed it', confirmpassword: 'guessed it' };
  const ask = async (): Promise<number> => (await request(register, { body })).status;
  expect(await ask()).toBe(409);
  // The limit per client and minute is 300 in the sandbox and 60 in an install.
  const statuses: number[] = [];
  while (statuses.length < 301) statuses.push(...(await Promise.all(Array.from({ length: 20 }, ask))));
  expect(statuses.at(-1)).toBe(429);
});
