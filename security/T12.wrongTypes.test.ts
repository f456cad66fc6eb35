import { beforeAll, expect, test } from 'vitest';
import { newMember } from './testing/strangers.ts';
import type { Member } from './testing/strangers.ts';

let ada: Member;
beforeAll(async () => {
  ada = await newMember();
});

const text = 'guessed it';
/** Each call that takes a secret or names a person, with a valid body that gives no access. */
const calls = (): Record<string, { method?: string; path: string; body: Record<string, unknown> }> => ({
  login: { path: '/user/login', body: { email: ada.email, password: text } },
  register: {
    path: '/user/register',
    body: { name: 'Eve', email: ada.email, password: text, confirmpassword: text },
  },
  social: { path: '/user/social-login', body: { type: 1, token: text } },
  code: { path: '/user/send-otp', body: { email: 'nobody@example.test' } },
  reset: {
    path: '/user/reset-password',
    body: { email: ada.email, otp: '123456', newPassword: text, confirmPassword: text },
  },
  profile: { method: 'PUT', path: '/user/update_profile', body: { password: '' } },
  deletion: { path: '/user/delete_account', body: { email: 'nobody@example.test' } },
  consent: { path: '/connections/finish', body: { state: text } },
});

const oddText = "x' or '1'='1\0";
/** Values that are valid in some fields: a code may be a number, and a new password any text. */
const fitting: Record<string, readonly unknown[]> = {
  'reset.otp': [1],
  'social.type': [1],
  'profile.password': [oddText],
};

const wrongValues: readonly unknown[] = [
  { $ne: 1 },
  { $gt: '' },
  { toString: 'x' },
  { length: 8, 0: 'a' },
  [],
  ['guessed it'],
  [['guessed it']],
  1,
  true,
  null,
  'x'.repeat(1024 * 1024),
  oddText,
];

const send = async ({ method = 'POST', path }: { method?: string; path: string }, body: unknown) => {
  const answer = await ada.send(`/api${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
};

const telling = /syntax error|at position|relation "|invalid input|node_modules|drizzle|select |TypeError|at \w+ \(/i;

test('T12 a credential of the wrong type is refused before it is used', async () => {
  for (const [name, call] of Object.entries(calls()))
    for (const field of Object.keys(call.body))
      for (const value of wrongValues) {
        if (fitting[`${name}.${field}`]?.includes(value)) continue;
        const { status, text: answer } = await send(call, { ...call.body, [field]: value });
        const shown = JSON.stringify(value).slice(0, 40);
        // Any text may be a wrong password or token.
        const allowed = typeof value === 'string' ? [400, 401, 409, 413] : [400];
        expect({ name, field, shown, isRefused: allowed.includes(status) }).toMatchObject({ isRefused: true });
        expect(answer).not.toMatch(telling);
      }
  for (const call of Object.values(calls()))
    for (const body of ['', '[]', 'null', '"text"', '1', '{"email":', '{"__proto__":{"email":"x"}}', '\u0000'])
      expect([call.path, body, (await send(call, body)).status < 500]).toEqual([call.path, body, true]);
});
