import { eq } from '#server/database/drizzle.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resetPassword, sendOtp } from '#shared/contracts/users.ts';
import { oneTimeCode } from '#shared/limits.ts';
import { resetCodes } from '#server/database/schema.ts';
import { askForCode, awaitMail, otherCode, readMails } from './testing/mailbox.ts';
import { startOwnProduct } from './testing/startOwnProduct.ts';
import type { OwnProduct } from './testing/startOwnProduct.ts';
import { newMemberAt, newStranger } from './testing/strangers.ts';

let product: OwnProduct;
beforeAll(async () => {
  product = await startOwnProduct();
});
afterAll(() => product.stop());

const newPassword = 'another long one';
/** Guesses a code. Each guess comes from another address, so that only the code's own limit applies. */
const guess = async (email: string, otp: string): Promise<number> => {
  const body = { email, otp, newPassword, confirmPassword: newPassword };
  return (await newStranger(product.webUrl).request(resetPassword, { body })).status;
};

test('T09 five wrong codes invalidate the right one, and a new code invalidates the old one', async () => {
  const ada = await newMemberAt(product.webUrl);
  const code = await askForCode(ada.email, product);
  for (let step = 1; step <= oneTimeCode.wrongAttempts; step += 1)
    expect(await guess(ada.email, otherCode(code, step))).toBe(400);
  expect(await guess(ada.email, code)).toBe(400);

  const older = await askForCode(ada.email, product);
  let newer = await askForCode(ada.email, product);
  // Both are the same once in 900,000 times.
  if (newer === older) newer = await askForCode(ada.email, product);
  expect(await guess(ada.email, older)).toBe(400);
  // The code does not work for another account.
  const bob = await newMemberAt(product.webUrl);
  expect(await guess(bob.email, newer)).toBe(400);
  expect(await guess(ada.email, newer)).toBe(200);
  expect(await guess(ada.email, newer)).toBe(400);
});

test('T09 strangers get twenty guesses a day per account, and the client that requested the code still gets in', async () => {
  const ada = await newMemberAt(product.webUrl);
  const mails = (await readMails(ada.email, product)).length;
  expect((await ada.request(sendOtp, { body: { email: ada.email } })).status).toBe(200);
  const mail = await awaitMail(ada.email, mails + 1, product);
  const code = /\b\d{6}\b/.exec(mail.text)?.[0] ?? '';
  for (let step = 1; step <= oneTimeCode.guessesPerDay; step += 1)
    expect(await guess(ada.email, otherCode(code, step))).toBe(400);
  // After that, no code works for a stranger, not even the right one.
  await askForCode(ada.email, product);
  expect(await guess(ada.email, code)).toBe(429);
  const body = { email: ada.email, otp: code, newPassword, confirmPassword: newPassword };
  expect((await ada.request(resetPassword, { body })).status).toBe(200);
});

test('T09 a code expires and is never stored readable', async () => {
  const ada = await newMemberAt(product.webUrl);
  const late = await askForCode(ada.email, product);
  await product.moveClock(oneTimeCode.lifetimeMinutes + 0.1);
  expect(await guess(ada.email, late)).toBe(400);
  await product.moveClock(0);
  const intime = await askForCode(ada.email, product);
  await product.moveClock(oneTimeCode.lifetimeMinutes - 1);
  expect(await guess(ada.email, intime)).toBe(200);
  await product.moveClock(0);

  await askForCode(ada.email, product);
  const stored = await product.readStored(({ db }) =>
    db.select().from(resetCodes).where(eq(resetCodes.userId, ada.userId)),
  );
  expect(stored).toHaveLength(1);
  expect(stored[0]?.codeHash).toMatch(/^\$argon2id\$/);
});
