import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '#testing/database/openTestDatabase.ts';
import { getTableName } from '#server/database/drizzle.ts';
import { expireLeases, leasedTables } from './leasedTables.ts';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('every table with a lease is listed', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'lease_id'`,
  );
  // Only version 2.0.0 leases summaries.
  const leased = [...leasedTables.map(getTableName), 'insight_summaries'];
  expect(leased.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test('a start that has the database to itself ends the leases of former processes and makes their reads due', async () => {
  const { db, pool } = database;
  await pool.query(`insert into users (id, name, email) values ('1', '', 'ada@example.test')`);
  await pool.query(`insert into workspaces (id) values ('1')`);
  await pool.query(`insert into connections
    (workspace_id, platform, external_id, external_name, access_token, granted_scopes, lease_id, refreshing_until)
    values ('1', 'google', '', '', '', '[]', 'former', now() + interval '30 s')`);
  await pool.query(`insert into idempotency_keys (user_id, key, fingerprint, created_at, lease_id, claimed_until)
    values ('1', 'key', '', now(), 'former', now() + interval '30 s')`);
  await pool.query(`insert into exports (workspace_id, id, state, title, lease_id, leased_until)
    values ('1', 'held', 'running', '', 'former', now() + interval '15 s'), ('1', 'left', 'running', '', 'former', 'epoch')`);
  await pool.query(`insert into sheet_syncs
    (workspace_id, id, url, document_id, is_published, type, created_at, next_run_at, lease_id, leased_until)
    values ('1', 'sync', '', '', false, 'meta', now(), now() + interval '1 hour', 'former', now() + interval '24 s')`);
  await pool.query(`insert into lead_reads (workspace_id, platform, next_read_at, lease_id, leased_until) values
    ('1', 'facebook', now() + interval '30 s', 'former', now() + interval '30 s'),
    ('1', 'tiktok', now() + interval '1 hour', null, null)`);
  await pool.query(`insert into insight_accounts (workspace_id, platform, account_id, next_read_at, lease_id, leased_until) values
    ('1', 'facebook', '1', now() + interval '30 s', 'former', now() + interval '30 s'),
    ('1', 'tiktok', '2', now() + interval '1 hour', null, null)`);

  await expireLeases(db);

  const { rows: held } = await pool.query(`
    select refreshing_until from connections where refreshing_until > now()
    union all select claimed_until from idempotency_keys where claimed_until > now()
    union all select leased_until from exports where leased_until > now()
    union all select leased_until from sheet_syncs where leased_until > now()
    union all select leased_until from lead_reads where leased_until > now()
    union all select leased_until from insight_accounts where leased_until > now()`);
  expect(held).toEqual([]);
  const { rows: due } = await pool.query(`
    select 'leads' as what, platform from lead_reads where next_read_at <= now()
    union all select 'insights', platform from insight_accounts where next_read_at <= now() order by what`);
  expect(due).toEqual([
    { what: 'insights', platform: 'facebook' },
    { what: 'leads', platform: 'facebook' },
  ]);
  const { rows: left } = await pool.query(`select id from exports where leased_until = 'epoch'`);
  expect(left).toEqual([{ id: 'left' }]);
});
