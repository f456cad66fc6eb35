import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectedAccounts } from '#shared/contracts/connections.ts';
import { login } from '#shared/contracts/users.ts';
import { startOwnProduct } from './testing/startOwnProduct.ts';
import type { OwnProduct } from './testing/startOwnProduct.ts';
import { newMemberAt, newStranger } from './testing/strangers.ts';

let product: OwnProduct;
beforeAll(async () => {
  product = await startOwnProduct();
});
afterAll(() => product.stop());
test('T08 many guessers cannot lock the owner out', async () => {
  const ada = await newMemberAt(product.webUrl);
  const guess = async (): Promise<number> => {
    const { request } = newStranger(product.webUrl);
    return (await request(login, { body: { email: ada.email, password: 'not this one' } })).status;
  };
  for (let round = 0; round < 5; round += 1)
    expect(new Set(await Promise.all(Array.from({ length: 20 }, guess)))).toEqual(new Set([401]));
  expect((await ada.request(login, { body: { email: ada.email, password: ada.password } })).status).toBe(200);
});

test('T08 each of 500 simultaneous sign-ins is checked or gets Retry-After, and other calls work', async () => {
  const ada = await newMemberAt(product.webUrl);
  const knock = async () => {
    const answer = await newStranger(product.webUrl).send('/api/user/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ada.email, password: 'not this one' }),
    });
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
  };
  const storm = Array.from({ length: 500 }, knock);
  const others = [];
  for (let count = 0; count < 20; count += 1) others.push((await ada.send('/')).status);
  others.push((await ada.request(connectedAccounts)).status);
  expect(new Set(others)).toEqual(new Set([200]));
  const answers = await Promise.all(storm);
  const isInOrder = ({ status, retryAfter }: (typeof answers)[number]): boolean =>
    status === 401 || (status === 503 && Number(retryAfter) > 0);
  expect(answers.filter((answer) => !isInOrder(answer))).toEqual([]);
  expect((await ada.request(login, { body: { email: ada.email, password: ada.password } })).status).toBe(200);
});
