import { DrizzleQueryError } from '#server/database/drizzle.ts';
import { describe, expect, test } from 'vitest';
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

describe('repeated lines', () => {
  const linesOf = (write: (logger: ReturnType<typeof createLogger>) => void): Record<string, unknown>[] =>
    logged(write)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  test('are logged once per kind, from any child logger', () => {
    const lines = linesOf((logger) => {
      for (let index = 0; index < 50; index += 1)
        logger.child({ request: index }).error({ err: new Error('the same') }, 'failed');
      logger.error({ err: new Error('another') }, 'failed');
      for (const variable of ['A', 'B', 'A']) logger.warn({ variable }, 'has no effect');
      for (let index = 0; index < 3; index += 1) logger.info({ area: 'start' }, 'an event');
    });
    expect(lines.map(({ msg }) => msg)).toEqual([
      'failed',
      'failed',
      'has no effect',
      'has no effect',
      'an event',
      'an event',
      'an event',
    ]);
  });

  test('about a full disk count as one kind, whatever failed', () => {
    const full = (statement: string) =>
      new DrizzleQueryError(statement, [], Object.assign(new Error('no space'), { code: '53100' }));
    const lines = linesOf((logger) => {
      for (let index = 0; index < 50; index += 1) logger.error({ err: full(`insert ${index}`) }, `failed ${index}`);
    });
    expect(lines).toHaveLength(1);
  });
});
