import { expect, test } from 'vitest';
import type { ErrorCode } from '#shared/errorCodes.ts';
import { messages } from '#shared/messages.ts';
import { explainEnd } from './exportErrors.ts';

test.each([
  ['RECONNECT_NEEDED', 409],
  ['SCOPE_MISSING', 409],
  ['PLATFORM_THROTTLED', 429],
  ['NOTHING_TO_EXPORT', 400],
  ['EXPORT_TOO_LARGE', 413],
  ['FOREIGN_ACCOUNT', 403],
  ['NOT_CONNECTED', 403],
] satisfies [ErrorCode, number][])('an export that failed with %s returns status %i and the reason', (code, status) => {
  expect(explainEnd({ state: 'failed', code, error: 'Why.' })).toMatchObject({ code, status, userMessage: 'Why.' });
});

test('any other failure is a platform failure, and a cancelled export has its own message', () => {
  for (const code of ['UNEXPECTED', 'PLATFORM_FAILED', null] as const)
    expect(explainEnd({ state: 'failed', code, error: null })).toMatchObject({
      code: 'PLATFORM_FAILED',
      status: 502,
      userMessage: messages.exports.unknownError,
    });
  expect(explainEnd({ state: 'cancelled', code: null, error: null })).toMatchObject({
    code: 'EXPORT_ENDED',
    status: 409,
    userMessage: messages.exports.cancelled,
  });
});
