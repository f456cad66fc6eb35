import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOldKeys } from '#server/answers/idempotencyKeys.store.ts';
import { deleteOldReports } from '#server/modules/ads/reports/insightReports.store.ts';
import { deleteDoneLeadEvents } from '#server/modules/leads/collect/webhooks/leadEvents.store.ts';
import { deleteNotificationsBefore } from '#server/modules/notifications/notifications.store.ts';
import { deleteExpiredCodes } from '#server/modules/users/passwordReset/oneTimeCodes.store.ts';
import { deleteExpiredOauthStates, deleteExpiredSessions } from '#server/modules/users/signIn/sessions.store.ts';
import { openTestDatabase } from '#testing/database/openTestDatabase.ts';
import type { Database } from './Database.ts';
import { deleteBefore } from './deleteInSteps.ts';
import { drizzle } from './drizzle.ts';
import type { OpenDatabase } from './connection/openDatabase.ts';
import * as schema from './schema.ts';

const rows = 20_000;
const signal = new AbortController().signal;
const now = new Date();
let database: OpenDatabase;
/** The same database; its queries are recorded in `asked`. */
let db: Database;
let asked: { query: string; params: unknown[] }[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  const { pool } = database;
  db = drizzle(pool, { schema, logger: { logQuery: (query, params) => void asked.push({ query, params }) } });
  // No rows are due, as in most hours.
  const fill = (statement: string) => pool.query(`${statement} from generate_series(1, ${rows}) number`);
  await fill(`insert into users (id, name, email) select number, '', number || '@example.test'`);
  await fill(`insert into reset_codes (user_id, asker_hash, code_hash, tries_left, stranger_tries_left, expires_at)
    select number, '', '', 5, 5, now() + interval '1 hour'`);
  await fill(`insert into sessions (user_id, token_hash, expires_at) select '1', number, now() + interval '1 hour'`);
  await fill(`insert into oauth_states (state_hash, user_id, platform, expires_at)
    select number, '1', 'google', now() + interval '1 hour'`);
  await fill(`insert into notifications (user_id, id, event, payload) select '1', number, 'sample', '{}'`);
  await pool.query(`insert into workspaces (id) values ('1')`);
  await fill(`insert into lead_events (workspace_id, platform, lead_id, page_id, received_at, done_at)
    select '1', 'facebook', number, '', now(), now()`);
  await fill(`insert into rate_limits (key, expire) select number, extract(epoch from now()) * 1000 + 3600000`);
  await fill(`insert into idempotency_keys (user_id, key, fingerprint, created_at, claimed_until)
    select '1', number, '', now(), now()`);
  await fill(`insert into insight_reports (workspace_id, platform, account_id, since, until, read_at, rows)
    select '1', 'tiktok', number, now(), now(), now(), '[]'`);
  await pool.query('analyze');
});
afterAll(() => database.close());

const { rateLimits } = schema;

test.each([
  ['sessions', () => deleteExpiredSessions(db, now, signal)],
  ['one-time codes', () => deleteExpiredCodes(db, now, signal)],
  ['consents', () => deleteExpiredOauthStates(db, now, signal)],
  ['keys of requests', () => deleteOldKeys(db, signal)],
  ['counters', () => deleteBefore(db, rateLimits, rateLimits.expire, now.getTime(), { signal })],
  ['notifications', () => deleteNotificationsBefore(db, new Date(now.getTime() - 3_600_000), signal)],
  ['lead events', () => deleteDoneLeadEvents(db, new Date(now.getTime() - 3_600_000), signal)],
  ['reports', () => deleteOldReports(db, new Date(now.getTime() - 3_600_000), signal)],
])('finds old %s through an index, without reading the rows it keeps', async (_what, deleteOld) => {
  asked = [];
  expect(await deleteOld()).toBe(0);
  expect(asked).toHaveLength(1);
  for (const { query, params } of asked) {
    const plan = await database.pool.query(`explain ${query}`, params);
    const text = plan.rows.map((row: { 'QUERY PLAN': string }) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('Index');
    expect(text).not.toContain('Seq Scan');
  }
});

test('many rows are deleted by several statements, oldest first, and other rows stay', async () => {
  await database.pool.query(`insert into rate_limits (key, expire) select 'old ' || number, number
    from generate_series(1, 2500) number`);
  asked = [];
  const stop = new AbortController();
  const left = () => database.pool.query(`select min(expire)::int as first from rate_limits`);
  const interrupted = drizzle(database.pool, { schema, logger: { logQuery: () => stop.abort() } });
  await expect(
    deleteBefore(interrupted, rateLimits, rateLimits.expire, now.getTime(), { signal: stop.signal }),
  ).rejects.toThrow('aborted');
  expect((await left()).rows).toEqual([{ first: 1001 }]);

  expect(await deleteBefore(db, rateLimits, rateLimits.expire, now.getTime(), { signal })).toBe(1500);
  expect(asked).toHaveLength(2);
  expect(await db.$count(rateLimits)).toBe(rows);
});
