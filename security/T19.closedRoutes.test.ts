import { expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { ask, jsonOf } from '#testing/ask.ts';
import type { Answer } from '#testing/ask.ts';
import { readDescribedCalls } from './testing/describedCalls.ts';
import type { DescribedCall } from './testing/describedCalls.ts';
import { fillCall } from './testing/fillCall.ts';
import { newStranger } from './testing/strangers.ts';
import { target } from './testing/target.ts';

/** The only calls that work without a session. */
const publicCalls = [
  'POST /invitations/read',
  'POST /user/login',
  'POST /user/register',
  'POST /user/reset-password',
  'POST /user/send-otp',
  'POST /user/social-login',
];

const knock = (method: string, path: string, headers: Record<string, string> = {}, body = '{}'): Promise<Answer> =>
  ask(target.webUrl, path, {
    method,
    headers: {
      ...newStranger().forwarded,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      ...headers,
    },
    body,
  });

/** Requests without a session, or with an invalid one. */
const credentials: Record<string, string>[] = [
  {},
  { authorization: 'Bearer made-up' },
  { authorization: 'Bearer ' },
  { authorization: 'Bearer null' },
  { authorization: `Bearer ${'a'.repeat(43)}` },
  { authorization: 'Basic YWRtaW46YWRtaW4=' },
  { authorization: 'Bearer made-up, Bearer made-up' },
  { cookie: 'token=made-up; session=made-up; userId=made-up' },
  { 'x-user-id': 'made-up', 'x-authenticated-user': 'made-up', 'x-forwarded-user': 'made-up' },
  { 'x-original-url': '/api/user/login', 'x-rewrite-url': '/api/user/login', 'x-http-method-override': 'OPTIONS' },
  { 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1', 'x-real-ip': '127.0.0.1' },
];

/** Spellings of a path that a text comparison may miss. */
const spellingsOf = (path: string): string[] => [
  `${path}/`,
  `${path}//`,
  `${path}?x=/user/login`,
  `${path}?access=public&token=made-up`,
  `${path}?next=/api/user/login/`,
  `${path};/api/user/login`,
  `${path}.json`,
  `${path}%20`,
  `${path}%00`,
  `${path}%2f`,
  `${path}/.`,
  `${path}/../${path.split('/').at(-1)}`,
  `${path}#/user/login`,
  path.toUpperCase(),
  path.replace('/api/', '/API/'),
  path.replace('/api/', '//api//'),
  path.replace('/api/', '/./api/'),
  path.replace('/api/', '/api/user/login/../../'),
  path.replace('/api/', '/api/user/login/%2e%2e/%2e%2e/'),
  path.replace('/api/', '/auth/../api/'),
  path.replace('/api/', '/assets/../api/'),
  path.replace('/api/', '/%61pi/'),
  path.replace('/api/', '/api%2f'),
  path.replace('/api/', '\\api\\'),
  `http://evil.test${path}`,
];

const pathOf = ({ path }: DescribedCall): string => fillCall(path, { id: '1', platform: 'google', level: 'campaign' });

test('T19 [S6.BEAR.2] only the listed calls work without a session', async () => {
  const calls = await readDescribedCalls(target.webUrl);
  expect(
    calls
      .filter(({ isOpen }) => isOpen)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(publicCalls);
  for (const call of calls.filter(({ isOpen }) => !isOpen)) {
    const answers = credentials.map((headers) => knock(call.method, pathOf(call), headers));
    for (const answer of await Promise.all(answers))
      expect([call.name, answer.status, jsonOf(answer)]).toEqual([
        call.name,
        401,
        expect.objectContaining({ success: false, message: messages.auth.sessionExpired, code: 'SESSION_EXPIRED' }),
      ]);
  }
});

test('T19 [S6.BEAR.2] no spelling of a path and no other method bypasses the session', async () => {
  for (const call of (await readDescribedCalls(target.webUrl)).filter(({ isOpen }) => !isOpen)) {
    const path = pathOf(call);
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];
    const knocks = [
      ...spellingsOf(path).map((spelling): [string, string] => [call.method, spelling]),
      ...methods.map((method): [string, string] => [method, path]),
    ];
    await Promise.all(
      knocks.map(async ([method, spelling]) => {
        const { status, body } = await knock(method, spelling);
        expect([method, spelling, [400, 401, 404, 405].includes(status)]).toEqual([method, spelling, true]);
        expect([method, spelling, body.toString()]).toEqual([
          method,
          spelling,
          expect.not.stringContaining('"success":true'),
        ]);
      }),
    );
  }
});

/** Other endpoints, requested by a stranger. Existing ones answer 404 too if they are not for strangers. */
const besides: [method: string, path: string, status: number][] = [
  ['GET', '/metrics', 404],
  ['GET', '/readyz', 404],
  ['GET', '/METRICS', 404],
  ['GET', '/metrics/', 404],
  ['GET', '//metrics', 404],
  ['GET', '/operator', 404],
  ['POST', '/operator', 404],
  ['GET', '/auth/google', 404],
  ['GET', '/auth/google?userId=1', 404],
  ['GET', '/auth/nobody?userId=1', 404],
  ['GET', '/auth/google/callback', 400],
  ['GET', '/auth/google/callback?code=x&state=x', 400],
  ['GET', '/webhooks/meta?hub.mode=subscribe&hub.verify_token=x&hub.challenge=ok', 403],
  ['POST', '/webhooks/meta', 401],
  ['POST', '/webhooks/tiktok', 401],
  ['POST', '/webhooks/nobody', 404],
  ['GET', '/deletion', 404],
  ['GET', '/deletion/x', 404],
  ['GET', '/control/calls', 404],
  ['GET', '/api', 404],
  ['GET', '/api/', 404],
];

test('T19 endpoints outside the API reveal nothing to strangers', async () => {
  const found = await Promise.all(
    besides.map(async ([method, path]): Promise<[string, string, number]> => {
      const { status, body } = await knock(method, path);
      expect(body.toString()).not.toMatch(/leadlight_|"ready"|"success":true/);
      return [method, path, status];
    }),
  );
  expect(found).toEqual(besides);
  for (const path of ['/metrics', '/readyz']) expect((await ask(target.url, path)).status).toBe(404);
});
