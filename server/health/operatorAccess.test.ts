import { expect, test } from 'vitest';
import { isOperatorToken, mayReadMetrics } from './operatorAccess.ts';
import type { Caller } from './operatorAccess.ts';

const token = 'a-token-of-the-operator';
const from = (remoteAddress: string, headers: Caller['headers']): Caller => ({ headers, socket: { remoteAddress } });

test('metrics are for callers on the same machine and for callers with the token', () => {
  const mayRead = mayReadMetrics({ OPERATOR_TOKEN: token });
  const bearer = { authorization: `Bearer ${token}` };
  const allowed = [
    from('127.0.0.1', { host: '127.0.0.1:4000' }),
    from('127.0.0.2', { host: 'localhost' }),
    from('::1', { host: '[::1]:3000' }),
    from('::ffff:127.0.0.1', { host: 'LOCALHOST:3000' }),
    from('203.0.113.9', { host: 'leads.example.org', ...bearer }),
    from('127.0.0.1', { host: 'leads.example.org', 'x-forwarded-for': '203.0.113.9', ...bearer }),
  ];
  expect(allowed.map(mayRead)).toEqual(allowed.map(() => true));

  const here = { host: 'localhost' };
  const refused = [
    from('203.0.113.9', here),
    from('::ffff:203.0.113.9', here),
    from('1270.0.0.1', here),
    from('', here),
    // A proxy on this machine that forwards another client's request.
    ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'].map((name) =>
      from('127.0.0.1', { ...here, [name]: '' }),
    ),
    // A page from another host whose DNS name points to this machine.
    from('127.0.0.1', { host: 'evil.example' }),
    from('127.0.0.1', { host: 'localhost.evil.example' }),
    from('127.0.0.1', {}),
    ...[`Bearer ${token}x`, `Bearer ${token.slice(1)}`, 'Bearer', `Basic ${token}`, token].map((authorization) =>
      from('203.0.113.9', { ...here, authorization }),
    ),
  ];
  expect(refused.map(mayRead)).toEqual(refused.map(() => false));
});

test('without a configured token, no token is accepted', () => {
  const mayRead = mayReadMetrics({ OPERATOR_TOKEN: undefined });
  for (const authorization of ['Bearer undefined', 'Bearer ', 'Bearer null'])
    expect(mayRead(from('203.0.113.9', { authorization }))).toBe(false);
  expect(isOperatorToken({ OPERATOR_TOKEN: undefined }, null)).toBe(false);
});
