import { expect, test } from 'vitest';
import { isAllowedOrigin } from './allowedOrigins.ts';

test('the public origin and its loopback names may open sockets, others may not', () => {
  const env = { PUBLIC_URL: 'http://localhost:3000', SOCKET_ORIGINS: null };
  for (const origin of [undefined, 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
    expect(isAllowedOrigin(env, origin)).toBe(true);
  for (const origin of [
    'https://localhost:3000',
    'http://localhost:3001',
    'http://localhost.evil.example:3000',
    'null',
    '',
  ])
    expect(isAllowedOrigin(env, origin)).toBe(false);
});

test('a configured list is used unchanged', () => {
  const env = { PUBLIC_URL: 'https://leads.example.org', SOCKET_ORIGINS: ['https://app.example.org'] };
  expect(isAllowedOrigin(env, 'https://app.example.org')).toBe(true);
  expect(isAllowedOrigin(env, 'https://leads.example.org')).toBe(false);
});
