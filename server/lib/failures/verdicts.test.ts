import { expect, test } from 'vitest';
import { fromProviderError } from '#server/lib/failures/toAppError.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import type { ProviderOutcome } from '#server/providers/ProviderError.ts';
import { needsPerson, verdictOf } from './verdicts.ts';

test.each([
  'reconnect',
  'token-rejected',
  'scope-missing',
  'account',
  'gone',
  'wait',
  'retry',
  'split',
  'fail',
] satisfies ProviderOutcome[])('%s needs the person as a failed call exactly when it does as an answer', (outcome) => {
  const failure = new ProviderError('facebook', { outcome, userMessage: 'Why.' });
  expect(needsPerson(verdictOf(failure))).toBe(needsPerson(verdictOf(fromProviderError(failure))));
});

test('an internal fault goes to the log, whatever is thrown', () => {
  for (const thrown of [new TypeError('ours'), 'ours', null]) expect(verdictOf(thrown)).toBe('mend');
});
