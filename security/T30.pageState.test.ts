import { expect, test } from 'vitest';
import { ask } from '#testing/ask.ts';
import { markup } from './testing/payloads.ts';
import { newStranger } from './testing/strangers.ts';
import { target } from './testing/target.ts';

const attacks = [
  '</script><script>window.canaryFired=1</script>',
  '--><script>window.canaryFired=1</script>',
  ...markup,
];
const { forwarded } = newStranger();

/** `text` for a request line, unescaped as far as HTTP allows. */
const unescaped = (text: string): string => text.replaceAll(/[\s#]/g, '%20');

const open = async (path: string, headers: Record<string, string> = {}) => {
  const { status, body } = await ask(target.webUrl, path, { headers: { ...forwarded, ...headers } });
  return { status, text: body.toString() };
};

const carrying = (attack: string): Record<string, string> => ({
  cookie: `theme=${attack}; user=${attack}`,
  referer: `http://canary.test/${attack}`,
  'user-agent': attack,
  'accept-language': attack,
  'x-request-id': attack,
  'x-forwarded-prefix': attack,
});

test.each(['/', '/privacy-policy', '/terms-of-service', '/sign-in', '/reset-password', '/overview', '/custom-leads'])(
  'T30 the page %s does not depend on the query, the cookies or the headers',
  async (path) => {
    const plain = await open(path);
    expect(plain.status).toBe(200);
    for (const attack of attacks)
      for (const query of [
        `?next=${encodeURIComponent(attack)}&${encodeURIComponent(attack)}`,
        `?${unescaped(attack)}`,
      ])
        expect(await open(`${path}${query}`, carrying(attack))).toEqual(plain);
  },
);

test('T30 the not-found page does not contain its URL', async () => {
  const plain = await open('/nothing-is-here');
  expect(plain.status).toBe(404);
  for (const attack of attacks)
    for (const path of [encodeURIComponent(attack), unescaped(attack).replaceAll('?', '%3f')])
      expect(await open(`/${path}`, carrying(attack))).toEqual(plain);
});

test('T30 the consent and deletion pages repeat nothing from their URL', async () => {
  for (const attack of attacks.slice(0, 4)) {
    const text = encodeURIComponent(attack);
    const paths = [
      `/auth/google?userId=${text}`,
      `/auth/${text}?userId=${text}`,
      `/auth/google/callback?state=${text}&code=${text}`,
      `/auth/facebook/callback?state=${text}&error=${text}&error_description=${text}`,
      `/auth/tiktok/callback?auth_code=${text}&state=${text}`,
      `/deletion/${text}`,
      `/operator?next=${text}`,
    ];
    const pages = await Promise.all(paths.map((path) => open(path, carrying(attack))));
    const repeating = pages.map(
      ({ status, text: page }) => status >= 500 || page.includes('canary') || page.includes(attack),
    );
    expect(paths.filter((_path, index) => repeating[index])).toEqual([]);
  }
});
