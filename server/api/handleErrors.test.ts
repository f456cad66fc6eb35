import { DrizzleQueryError } from '#server/database/drizzle.ts';
import { messages } from '#shared/messages.ts';
import { markSocketFault } from '#server/database/connection/isDatabaseAway.ts';
import { setDiskOfEmbeddedFull } from '#server/lib/storage.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { toAppError } from '#server/lib/failures/toAppError.ts';

const failed = (cause: Error): Error => new DrizzleQueryError('select 1', [], cause);
const coded = (code: string): Error => Object.assign(new Error('of the database'), { code });

describe('a database that is temporarily away', () => {
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

  test('is reported as away if it cannot be reached, and as busy if it is only overloaded', () => {
    const refused = coded('ECONNREFUSED');
    markSocketFault(refused);
    for (const error of [failed(refused), failed(coded('57P03')), new Error('Connection terminated unexpectedly')])
      expect(toAppError(error).userMessage).toBe(messages.server.databaseAway);
    const noneFree = new Error('timeout exceeded when trying to connect');
    for (const error of [failed(coded('57014')), failed(coded('53300')), noneFree])
      expect(toAppError(error).userMessage).toBe(messages.server.busy);
  });

  test.each([
    ['a statement that is wrong', failed(coded('42601'))],
    ['a value that is refused', failed(coded('22008'))],
    ['an internal fault', new Error('no such thing')],
  ])('is not %s: 500', (_what, error) => {
    expect(toAppError(error)).toMatchObject({ status: 500, code: 'UNEXPECTED' });
  });
});

describe('a write that a read-only database refuses', () => {
  const refused = failed(coded('25006'));

  test('is not blamed on the disk of this installation', () => {
    expect(toAppError(refused)).toMatchObject({
      status: 503,
      code: 'UNAVAILABLE',
      userMessage: messages.server.databaseReadOnly,
    });
  });

  test("is blamed on the disk while the embedded database's disk is full", () => {
    const guard = {};
    setDiskOfEmbeddedFull(guard, true);
    onTestFinished(() => setDiskOfEmbeddedFull(guard, false));
    expect(toAppError(refused)).toMatchObject({ status: 507, code: 'STORAGE_FULL' });
  });

  test('is reported as a full disk if the server reports one', () => {
    expect(toAppError(failed(coded('53100')))).toMatchObject({ status: 507, code: 'STORAGE_FULL' });
  });
});
