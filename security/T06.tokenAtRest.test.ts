import { expect, test } from 'vitest';
import { newMember } from './testing/strangers.ts';

test('T06 only the sign-in response has a token; no other response, cookie or URL does', async () => {
  const ada = await newMember();
  for (const path of ['/', '/overview', '/api/notifications?after=0', '/api/user/connected_accounts', '/api/nowhere']) {
    const answer = await ada.send(path, { headers: { cookie: `token=${ada.token}` } });
    const text = JSON.stringify([...answer.headers]) + (await answer.text());
    expect([path, text.includes(ada.token), answer.headers.get('set-cookie')]).toEqual([path, false, null]);
  }
  // The product refuses a token in a URL, because URLs end up in logs and histories.
  for (const query of [`token=${ada.token}`, `access_token=${ada.token}`, `authorization=Bearer%20${ada.token}`]) {
    const answer = await ada.send(`/api/notifications?${query}`, {
      headers: { authorization: '', cookie: `token=${ada.token}; user=${ada.token}` },
    });
    expect(answer.status).toBe(401);
  }
});
