import { DrizzleQueryError } from '#server/database/drizzle.ts';
import { describe, expect, test } from 'vitest';
import { toAppError } from '#server/lib/failures/toAppError.ts';

const failed = (cause: Error): Error => new DrizzleQueryError('select 1', [], cause);
const coded = (code: string): Error => Object.assign(new Error('of the database'), { code });

describe('a database that is away for a moment', () => {
  test.each([
    ['a connection that broke under a query', failed(new Error('Connection terminated unexpectedly'))],
    ['a connection that went silent', failed(new Error('Query read timeout'))],
    ['no connection in time', new Error('timeout exceeded when trying to connect')],
    ['no server at its address', coded('ECONNREFUSED')],
    ['a server that is starting', failed(coded('57P03'))],
    ['two that waited for each other', failed(coded('40P01'))],
  ])('%s: 503 with Retry-After', (_what, error) => {
    expect(toAppError(error)).toMatchObject({ status: 503, code: 'UNAVAILABLE', retryAfterSeconds: 2, cause: error });
  });

  test.each([
    ['a statement that is wrong', failed(coded('42601'))],
    ['a value that is refused', failed(coded('22008'))],
    ['an internal fault', new Error('no such thing')],
  ])('is not %s: 500', (_what, error) => {
    expect(toAppError(error)).toMatchObject({ status: 500, code: 'UNEXPECTED' });
  });
});
