import { expect, onTestFinished, test } from 'vitest';
import { login } from '#shared/contracts/users.ts';
import { sessionLifetimeDays } from '#shared/limits.ts';
import { hashSecret } from '#server/lib/ids.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { findPlaces } from './testing/canaries/findPlaces.ts';
import { startOwnProduct } from './testing/startOwnProduct.ts';
import { newMember, newMemberAt } from './testing/strangers.ts';

const dayMinutes = 24 * 60;

test('T06 the database holds no readable token, and a token expires a week after its last use', async () => {
  const product = await startOwnProduct();
  onTestFinished(() => product.stop());
  const ada = await newMemberAt(product.webUrl);
  const { body } = await ada.request(login, { body: { email: ada.email, password: ada.password } });
  const tokens = [ada.token, body.data.token];
  expect(new Set(tokens).size).toBe(2);
  const isAlive = async (token: string) => (await ada.request(listNotifications, { token })).status === 200;
  for (const token of tokens) expect([token.length, await isAlive(token)]).toEqual([43, true]);

  await product.moveClock((sessionLifetimeDays - 1) * dayMinutes);
  expect(await isAlive(ada.token)).toBe(true);
  await product.moveClock((sessionLifetimeDays + 1) * dayMinutes);
  // The first was used on the sixth day, the second only on the first day.
  expect(await Promise.all(tokens.map(isAlive))).toEqual([true, false]);
  await product.moveClock(3 * sessionLifetimeDays * dayMinutes);
  expect(await isAlive(ada.token)).toBe(false);

  const secrets = [...tokens, ada.password];
  const places = await product.readStored(({ pool }) =>
    findPlaces(pool, { secrets, address: [ada.email], hash: [hashSecret(ada.token)] }),
  );
  // The email shows that the search works.
  expect(places).toEqual({ secrets: [], address: ['public.users.email'], hash: ['public.sessions.token_hash'] });
});

test('T06 only the sign-in response has a token; no other response, cookie or URL does', async () => {
  const ada = await newMember();
  for (const path of ['/', '/overview', '/api/notifications?after=0', '/api/user/connected_accounts', '/api/nowhere']) {
    const answer = await ada.send(path, { headers: { cookie: `token=${ada.token}` } });
    const text = JSON.stringify([...answer.headers]) + (await answer.text());
    expect([path, text.includes(ada.token), answer.headers.get('set-cookie')]).toEqual([path, false, null]);
  }
  // A token in a URL, which could end up in logs and histories, is not accepted.
  for (const query of [`token=${ada.token}`, `access_token=${ada.token}`, `authorization=Bearer%20${ada.token}`]) {
    const answer = await ada.send(`/api/notifications?${query}`, {
      headers: { authorization: '', cookie: `token=${ada.token}; user=${ada.token}` },
    });
    expect(answer.status).toBe(401);
  }
});
