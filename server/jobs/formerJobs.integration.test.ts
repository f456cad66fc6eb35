import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrationsFolder } from '#server/database/knownMigrations.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { unlimitedStorage } from '#server/lib/storage.ts';
import { openTestDatabase } from '#testing/database/openTestDatabase.ts';
import { deadLetterQueue } from './JobQueue.ts';
import { startJobQueue } from './startJobQueue.ts';

test('jobs of a release without workspaces are renamed and keep their payload', async () => {
  const database = await openTestDatabase();
  const { pool, listener } = database;
  const options = {
    pool,
    listener,
    types: [],
    isWorker: false,
    storage: unlimitedStorage,
    logger: createLogger('silent'),
  };
  const former = await startJobQueue(options);
  await former.stop();
  await pool.query(`
    update jobs.queue set name = 'parked' where name = '${deadLetterQueue}';
    select jobs.create_queue(name, (select to_jsonb(q) from jobs.queue q where q.name = 'parked') || '{"policy": "short"}')
      from (values ('sync-sheet'), ('otp-mail'), ('forget-reports')) created(name);
    insert into jobs.job (name, data) values
      ('sync-sheet', '{"userId": "ada", "syncId": "1"}'), ('otp-mail', '{"userId": "ada"}'), ('forget-reports', '{}'),
      ('parked', '{"name": "sync-sheet", "payload": {"userId": "ada"}}');
    insert into jobs.schedule (name, cron) values ('forget-reports', '0 * * * *')`);

  const migration = await readFile(join(migrationsFolder, '0013_workspaces.sql'), 'utf8');
  await pool.query(migration.slice(migration.indexOf('DO $$')));
  const { rows } = await pool.query(`select name, data from jobs.job where name !~ '^__' order by name`);
  expect(rows).toEqual([
    { name: deadLetterQueue, data: { name: 'sync-sheet', payload: { userId: 'ada' } } },
    { name: 'otp-mail', data: { userId: 'ada' } },
    { name: 'sync-sheet', data: { syncId: '1', workspaceId: 'ada' } },
  ]);
  expect((await pool.query('select name from jobs.schedule')).rows).toEqual([]);
  const present = await startJobQueue(options);
  await present.stop();
  await database.close();
});
