import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import { onDatabase } from '#testing/database/distribute.ts';
import { openTestDatabase, serverUrlOf } from '#testing/database/openTestDatabase.ts';
import { checkEvents } from './events.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const changed = (change: (url: URL) => void): string => {
  const url = new URL(serverUrlOf(database.pool));
  change(url);
  return url.href;
};

test('the address that is listened to leads to the database of the pool', async () => {
  expect(await checkEvents(database.pool, serverUrlOf(database.pool))).toMatchObject({ state: 'ok' });
});

test.each([
  ['another database', () => onDatabase(serverUrlOf(database.pool), 'postgres'), 'does not arrive'],
  ['no database', () => onDatabase(serverUrlOf(database.pool), 'nowhere'), '3D000'],
  ['no server', () => changed((url) => (url.port = '1')), 'ECONNREFUSED'],
])('%s is a fault', async (_name, address, found) => {
  expect(await checkEvents(database.pool, address())).toMatchObject({
    state: 'fault',
    found: expect.stringContaining(found),
    remedy: expect.stringContaining('DATABASE_LISTEN_URL'),
  });
});
