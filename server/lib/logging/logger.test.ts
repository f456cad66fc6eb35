import { DrizzleQueryError } from '#server/database/drizzle.ts';
import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

const logged = (write: (logger: ReturnType<typeof createLogger>) => void): string => {
  const lines: string[] = [];
  write(createLogger('trace', { write: (line: string) => void lines.push(line) }));
  return lines.join('');
};

test('a failed query is logged without its values, even as the cause of another error', () => {
  const query = new DrizzleQueryError(
    'insert into users values ($1)',
    ['canary@example.test'],
    new Error('duplicate key'),
  );
  const text = logged((logger) => logger.error({ err: new Error('not registered', { cause: query }) }, 'failed'));
  expect(text).toContain('insert into users');
  expect(text).toContain('duplicate key');
  expect(text).not.toContain('canary');
});

test('a database error about a value is logged without the value', () => {
  const fault = Object.assign(new Error('invalid input syntax for type boolean: "canary "of" mine"'), {
    code: '22P02',
  });
  const text = logged((logger) => logger.error({ err: new DrizzleQueryError('select $1', [], fault) }, 'failed'));
  expect(text).toContain('invalid input syntax for type boolean');
  expect(text).not.toContain('canary');
});

test('secrets are censored by their keys', () => {
  const text = logged((logger) =>
    logger.info({ token: 'canary', grant: { accessToken: 'canary', inner: { password: 'canary' } } }),
  );
  expect(text).not.toContain('canary');
});
