import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, drizzle } from '#server/database/drizzle.ts';
import type { Pool } from 'pg';
import * as z from 'zod';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newEncryptionKey } from '#server/config/encryptionKeys.ts';
import { parseEnv } from '#server/config/env.ts';
import type { Env } from '#server/config/env.ts';
import type { Database } from '#server/database/Database.ts';
import { openDatabase } from '#server/database/connection/openDatabase.ts';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import * as schema from '#server/database/schema.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { listNewestLeads } from '#server/modules/overview/overview.store.ts';
import { erasePlatformLeads } from '#server/flows/erasePlatform.ts';
import { deleteOldLeads } from '#server/modules/privacy/retention/deleteOldLeads.ts';
import { createPersonMatcher } from '#server/modules/privacy/people/matchPerson.ts';
import { deleteSomeRows } from '#server/modules/privacy/ownedTables.ts';
import { findInLeads } from '#server/modules/privacy/people/personLeads.store.ts';
import { openForBackup } from '#server/archive/openArchive.ts';
import { writeBackup } from '#server/archive/backup/writeBackup.ts';
import { createServerDatabase } from '#testing/database/openTestDatabase.ts';
import { readBlocks, readPage } from '../../../scripts/docs/markdown.ts';
import { deleteLeads } from './store/deleteLeads.store.ts';
import { readLeadCount } from './store/leadCounts.store.ts';
import { countStoredLeads, saveListedForms } from './collect/reconcile/leadForms.store.ts';
import { listLeadIds, listStoredLeads } from './store/leadList.store.ts';
import { closeStoredLeadEvents, insertLeadEvents } from './collect/webhooks/leadEvents.store.ts';
import { upsertLeads } from './store/leads.store.ts';
import type { NewLead } from './store/leads.store.ts';
import { newLead } from './testing/newLead.ts';
import { newWorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/* Runs the commands of docs/SCALING.md that partition `leads`. */

const owners = 12;
const leadsEach = 30;
const platform = 'facebook';

type Statement = { text: string; values: unknown[] };

let env: Env;
let database: OpenDatabase;
const closes: (() => Promise<unknown>)[] = [];
let db: Database;
let workspaceIds: WorkspaceId[];
/** The statements that the stores have sent since this list was emptied. */
const asked: Statement[] = [];

const numberedLead = (number: number, changes: Partial<NewLead> = {}): NewLead =>
  newLead(String(number), {
    answers: [{ name: 'full_name', values: [`Person ${number}`] }],
    contact: { name: `Person ${number}`, email: `person.${number}@example.test`, phone: '' },
    createdAt: new Date(Date.UTC(2026, 9, 1, 0, number)),
    ...changes,
  });

const now = new Date(Date.UTC(2026, 10, 1, 12));
const store = (workspaceId: WorkspaceId, leads: NewLead[]) =>
  db.transaction((tx) => upsertLeads(tx, workspaceId, platform, leads, now));

/** Columns, indexes and constraints, by the names that the migrations use. */
const describeLeads = async (pool: Pool): Promise<unknown> => {
  const columns = await pool.query(
    `select column_name, data_type, is_nullable, column_default, generation_expression
     from information_schema.columns where table_schema = 'public' and table_name = 'leads' order by ordinal_position`,
  );
  const indexes = await pool.query(
    `select indexname, replace(indexdef, ' ON ONLY ', ' ON ') as definition
     from pg_indexes where schemaname = 'public' and tablename = 'leads' order by indexname`,
  );
  const constraints = await pool.query(
    `select conname, pg_get_constraintdef(oid) as definition
     from pg_constraint where conrelid = 'leads'::regclass and contype <> 'n' order by conname`,
  );
  return [columns.rows, indexes.rows, constraints.rows];
};

let before: unknown;

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'll-partitioned-'));
  closes.push(() => rm(dataDir, { recursive: true, force: true }));
  const server = await createServerDatabase();
  closes.push(() => server.drop());
  env = parseEnv({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    LEAD_RETENTION_DAYS: '30',
    DATABASE_URL: server.url,
    ENCRYPTION_KEY: newEncryptionKey(),
  });
  database = await openDatabase({
    databaseUrl: server.url,
    logger: createLogger('silent'),
    onCrash: (error) => {
      throw error;
    },
  });
  closes.push(() => database.close());
  const logger = { logQuery: (text: string, values: unknown[]) => void asked.push({ text, values }) };
  db = drizzle(database.pool, { schema, logger });
  workspaceIds = Array.from({ length: owners }, newWorkspaceId);
  await db.insert(schema.workspaces).values(workspaceIds.map((id) => ({ id })));
  for (const id of workspaceIds)
    await store(
      id,
      Array.from({ length: leadsEach }, (_, number) => numberedLead(number)),
    );
  before = await describeLeads(database.pool);
  const [block] = readBlocks(readPage('docs/SCALING.md')).filter(({ marks }) => marks.includes('partition'));
  if (!block) throw new Error('docs/SCALING.md does not explain how to partition leads');
  await database.pool.query(block.code);
});
afterAll(async () => {
  for (const close of closes.toReversed()) await close();
});

const plan = z.looseObject({ 'Relation Name': z.string().optional(), 'Actual Loops': z.number() });
const children = z.looseObject({ Plans: z.array(z.unknown()).default([]) });

/** The tables that an executed plan has read. */
const tablesOf = (node: unknown): string[] => {
  const { 'Relation Name': table, 'Actual Loops': loops } = plan.parse(node);
  const below = children.parse(node).Plans.flatMap(tablesOf);
  return table !== undefined && loops > 0 ? [table, ...below] : below;
};

/** Runs a statement again in a transaction that is rolled back. @returns the partitions of `leads` that it read */
const partitionsRead = async ({ text, values }: Statement): Promise<string[]> => {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: unknown }] }>(
      `explain (analyze, timing off, format json) ${text}`,
      values,
    );
    const tables = tablesOf(rows[0]?.['QUERY PLAN'][0].Plan);
    return [...new Set(tables.filter((table) => /^leads_\d+$/.test(table)))];
  } finally {
    await client.query('rollback');
    client.release();
  }
};

const partitionOf = async (workspaceId: WorkspaceId): Promise<string> => {
  const { rows } = await database.pool.query<{ name: string }>(
    'select distinct tableoid::regclass::text as name from leads where workspace_id = $1',
    [workspaceId],
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.name ?? '';
};

test('partitioning keeps the columns, indexes, constraints and rows of the table', async () => {
  expect(await describeLeads(database.pool)).toEqual(before);
  const { rows } = await database.pool.query('select count(*)::int as total from leads');
  expect(rows).toEqual([{ total: owners * leadsEach }]);
  const partitions = new Set(await Promise.all(workspaceIds.map((id) => partitionOf(id))));
  expect(partitions.size).toBeGreaterThan(1);
});

test('distinguishes new, changed and known leads in a partition', async () => {
  const [workspaceId = newWorkspaceId()] = workspaceIds;
  const changed = numberedLead(0, { formName: 'Test ride' });
  expect(await store(workspaceId, [changed, numberedLead(1), numberedLead(leadsEach)])).toEqual({
    inserted: 1,
    updated: 1,
    unchanged: 1,
    leftOut: 0,
  });
  expect(await readLeadCount(db, workspaceId, platform)).toBe(leadsEach + 1);
  const { rows } = await listStoredLeads(db, workspaceId, platform, { page: 1, limit: 100 });
  const stored = rows.find(({ leadId }) => leadId === '0');
  expect([stored?.formName, new Date(stored?.updatedAt ?? '')]).toEqual(['Test ride', now]);
});

test('each statement about the leads of a workspace reads only the partition of the workspace', async () => {
  const [, workspaceId = newWorkspaceId()] = workspaceIds;
  const key = { workspaceId, platform } as const;
  const page = { ...key, pageId: '7' };
  const publisher = {
    toMember: () => undefined,
    toWorkspace: () => undefined,
    cutSessions: async () => undefined,
    moveSessions: async () => undefined,
    forgetWorkspaces: async () => undefined,
  };
  const context = { env, db, clock: { now: () => now }, publisher };
  const form = { id: '6', name: 'Test drive', status: 'ACTIVE', leadCount: 31 };
  const listForms = () => db.transaction((tx) => saveListedForms(tx, key, '7', [form], now));
  const storeAll = (owner: WorkspaceId) =>
    store(
      owner,
      Array.from({ length: leadsEach }, (_, number) => numberedLead(number)),
    );
  asked.length = 0;
  await store(workspaceId, [numberedLead(1, { formName: 'Test ride' }), numberedLead(100)]);
  for (const number of [1, 4]) await listStoredLeads(db, workspaceId, platform, { page: number, limit: 10 });
  await listStoredLeads(db, workspaceId, platform, { page: 1, limit: 10 }, 'person 7');
  await listLeadIds(db, workspaceId, platform);
  await countStoredLeads(db, key, '6');
  await listNewestLeads(db, workspaceId);
  await listForms();
  await db.insert(schema.leadPages).values({ ...page, name: 'Page', listedAt: now });
  await db.transaction((tx) => insertLeadEvents(tx, platform, [{ leadId: '200', pageId: '7', formId: '6' }], now));
  await closeStoredLeadEvents(db, page, now);
  await db.transaction((tx) =>
    deleteLeads(tx, { workspaceId, list: platform }, { ids: sql`select '3'`, reason: 'erased', now }),
  );
  // Listing a form counts its stored leads only after some were left out.
  await listForms();
  const sought = createPersonMatcher({ email: 'person.7@example.test', phone: null });
  const found: string[] = [];
  for await (const look of findInLeads(db, workspaceId, platform, sought)) found.push(...look.map(({ id }) => id));
  expect(found).toEqual(['7']);
  await deleteOldLeads(context, new AbortController().signal);
  await storeAll(workspaceId);
  await erasePlatformLeads(context, key, null, async () => undefined);
  await storeAll(workspaceId);
  await db.transaction((tx) =>
    deleteSomeRows(tx, { name: 'leads', ownerColumn: 'workspace_id' }, { userId: '', workspaceIds: [workspaceId] }),
  );

  // Leave out the webhook statement: it looks up the workspaces of a page itself.
  const about = asked.filter(({ text }) => /\bleads\b/.test(text) && !/\blead_pages\b/.test(text));
  expect(about.length).toBeGreaterThanOrEqual(20);
  // Store rows for the statements that run again.
  for (const owner of workspaceIds) await storeAll(owner);
  await database.pool.query('update lead_events set done_at = null');
  await database.pool.query('update lead_forms set left_out = 1');
  for (const statement of about) {
    const owner = workspaceIds.find((id) => statement.values.flat().includes(id)) ?? newWorkspaceId();
    expect([statement.text, await partitionsRead(statement)]).toEqual([statement.text, [await partitionOf(owner)]]);
  }
});

test('a backup contains the rows of all partitions as one table', async () => {
  const { rows } = await database.pool.query<{ total: number }>('select count(*)::int as total from leads');
  const folder = await mkdtemp(join(tmpdir(), 'll-partitioned-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const archive = await openForBackup(env);
  onTestFinished(() => archive.close());
  const { manifest } = await writeBackup(archive.session, {
    folder,
    keys: [],
    passphrase: undefined,
    now,
    signal: new AbortController().signal,
  });
  const ofLeads = manifest.tables.filter(({ name }) => /^leads(_\d+)?$/.test(name));
  expect(ofLeads.map(({ name, rows: held }) => [name, held])).toEqual([['leads', rows[0]?.total]]);
});
