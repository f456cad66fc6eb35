import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import {
  applyMigration,
  createMigrationsTable,
  readMigrations,
  recordMigration,
} from '#server/archive/restore/migrations.ts';
import { openSession } from '#server/archive/openSession.ts';
import { writeBackup } from '#server/archive/backup/writeBackup.ts';
import { readKnownMigrations } from '#server/database/knownMigrations.ts';
import { listLeadIds, listStoredLeads } from '#server/modules/leads/store/leadList.store.ts';
import { presentCustomLead } from '#server/modules/leads/imported/customLeads.present.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { createServerDatabase } from '#testing/database/openTestDatabase.ts';
import { testFolder } from '#testing/testFolder.ts';
import { openSilently } from '#testing/database/withDatabase.ts';
import { moveImportedLeads } from './importedLeads.ts';

const workspaceId = 'workspace-1' as WorkspaceId;
const rows = 4_500;

/** Rows of 2.0: imported and form leads, what undos keep, and an import under way. */
const data = `
  insert into workspaces (id) values ('workspace-0'), ('${workspaceId}');
  insert into custom_leads (workspace_id, id, identity, number, name, email_address, ad_id, status, project, lead_id, created_time,
    ad_name, adset_id, adset_name, campaign_id, campaign_name, form_id, form_name, is_organic, platform, unit_type,
    sales_advisor_contact, country, starting_price, unix, created_at, updated_at, activity_id)
  select workspace, lpad(i::text, 6, '0'), nullif('lead:' || i, 'lead:7'), '+49 151 ' || i, 'Name ' || i, 'p' || i || '@example.test',
    case when i % 2 = 0 then 'ag:' || i else '' end, (array['', 'Won', ' called '])[1 + i % 3], 'Project "' || i || E'"\\n', 'l:' || i,
    (array['2026-10-01', '10/1/2026'])[1 + i % 2], '', '', '', '', 'Autumn', '', 'Form', 'TRUE', 'fb', 'Flat', '', (array['', 'DE'])[1 + i % 2], '', (array['1790000000', ''])[1 + i % 2],
    timestamptz '2026-11-01 12:00:00.123Z' + i / 1000 * interval '1 hour', timestamptz '2026-11-02 12:00Z', nullif('import', 'import' || i % 2)
  from generate_series(1, ${rows}) as i, unnest(array['workspace-0', '${workspaceId}']) as workspace order by i;
  insert into leads (workspace_id, platform, lead_id, answers, name, email, phone, created_at, updated_at)
    values ('${workspaceId}', 'facebook', '1', '[]', 'Ada', 'ada@example.test', '', '2026-11-01', '2026-11-01');
  insert into lead_counts values ('${workspaceId}', 'custom', ${rows}), ('${workspaceId}', 'facebook', 1);
  insert into activities (workspace_id, id, at, kind) values ('${workspaceId}', 'import', '2026-11-01', 'import'),
    ('${workspaceId}', 'delete', '2026-11-01', 'delete');
  insert into undo_leads (workspace_id, activity_id, list, lead_id, lead_created_at, before)
    select workspace_id, 'import', 'custom', id, created_at, to_jsonb(c) - 'search_text' from custom_leads as c where id = '000002' and workspace_id = '${workspaceId}';
  insert into undo_leads (workspace_id, activity_id, list, lead_id, lead_created_at, before)
    select workspace_id, 'delete', 'custom', 'gone', created_at, jsonb_build_object('lead', to_jsonb(c) - 'search_text' || '{"id": "gone"}')
    from custom_leads as c where id = '000004' and workspace_id = '${workspaceId}';
  insert into undo_leads (workspace_id, activity_id, list, lead_id, lead_created_at, before)
    select workspace_id, 'delete', platform, 'gone', created_at, jsonb_build_object('lead', to_jsonb(l) - 'search_text' || '{"lead_id": "gone"}')
    from leads as l;
  insert into lead_contacts (workspace_id, list, lead_id, email_key, arrived_at)
    select workspace_id, 'custom', id, email_address, created_at from custom_leads where workspace_id = '${workspaceId}';
  insert into custom_lead_imports (workspace_id, id, state, created_at, due_at) values ('${workspaceId}', 'import', 'accepted', '2026-11-03', '2026-11-03');
  insert into custom_lead_batches (workspace_id, import_id, number, rows) values ('${workspaceId}', 'import', 0,
    '[{"row_number": 0, "new_id": "new", "identity": null, "email_key": "x@example.test", "name": "Under way", "email_address": "x@example.test"}]');`;

const before2_0 = readKnownMigrations().findIndex(({ tag }) => tag === '0029_one_table_of_leads');

/** A database as 2.0 leaves it. */
const startFormer = async (): Promise<{ url: string; client: Client }> => {
  const server = await createServerDatabase();
  const client = new Client({ connectionString: server.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await server.drop();
  });
  const session = {
    query: async (text: string, values?: unknown[]) => (await client.query(text, values)).rows,
    execute: async (text: string) => void (await client.query(text)),
  };
  await createMigrationsTable(session as never);
  for (const migration of readMigrations().slice(0, before2_0)) {
    await applyMigration(session as never, migration);
    await recordMigration(session as never, migration);
  }
  await client.query(data);
  return { url: server.url, client };
};

test('imported leads of 2.0 move in steps, and an interrupted move continues', async () => {
  const { url, client } = await startFormer();
  const former = await client.query<Record<string, unknown>>(
    `select *, to_jsonb(c) as row from custom_leads as c where workspace_id = '${workspaceId}' order by created_at desc, position`,
  );
  const ids = former.rows.map(({ id }) => id);
  for (const migration of readMigrations().slice(before2_0, before2_0 + 1))
    for (const text of migration.statements) await client.query(text);
  const run = async (text: string) => (await client.query(text)).rows;
  const steps = [await moveImportedLeads(run), await moveImportedLeads(run)];
  expect(steps).toEqual([
    { moved: 2_000, isDone: false },
    { moved: 2_000, isDone: false },
  ]);
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    'interrupted',
    readKnownMigrations()[before2_0]?.when,
  ]);

  const session = await openSession({ connectionString: url }, 'server');
  const folder = await testFolder();
  const backup = { folder, keys: [], passphrase: undefined, now: new Date(), signal: new AbortController().signal };
  await expect(writeBackup(session, backup)).rejects.toThrow('start Leadlight once, then back up');
  await session.close();

  const database = await openSilently({ databaseUrl: url });
  onTestFinished(() => database.close());
  const { rows: tables } = await database.pool.query(`select to_regclass('moving_leads') as moving`);
  expect(tables).toEqual([{ moving: null }]);
  const listed = await listStoredLeads(database.db, workspaceId, 'custom', { page: 1, limit: 10 });
  expect(listed.totalItems).toBe(rows);
  expect(await listLeadIds(database.db, workspaceId, 'custom')).toEqual(ids);
  const [newest] = former.rows;
  expect(listed.rows.map(presentCustomLead)[0]).toMatchObject({
    _id: newest?.['id'],
    id: newest?.['lead_id'],
    Name: newest?.['name'],
    Number: newest?.['number'],
    Project: newest?.['project'],
    salesAdvisorContact: '',
    createdAt: '2026-11-01T16:00:00.123Z',
    updatedAt: '2026-11-02T12:00:00.000Z',
  });
  const { rows: arrivals } = await database.pool.query(
    `select lead_id as id, created_at as at, (select count(*)::int from lead_contacts as k where k.lead_id = l.lead_id) as contacts
     from leads as l where lead_id in ('000002', '000003') and workspace_id = $1 order by 1`,
    [workspaceId],
  );
  expect(arrivals).toEqual([
    // Its contact is filled in again, in the order of arrival.
    { id: '000002', at: new Date('2026-10-01T00:00:00Z'), contacts: 0 },
    { id: '000003', at: new Date('2026-11-01T12:00:00.123Z'), contacts: 1 },
  ]);
  const { rows: fills } = await database.pool.query('select workspace_id, list, after from lead_contact_fills');
  expect(fills).toContainEqual({ workspace_id: workspaceId, list: 'custom', after: '' });
  const kept = await database.pool.query(
    `select list, lead_id as id, before as lead from undo_leads where workspace_id = $1
     union all select list, lead_id, to_jsonb(l) from leads as l where workspace_id = $1 and deleted_by = 'delete' order by 1, 2`,
    [workspaceId],
  );
  expect(kept.rows).toMatchObject([
    { id: '000002', lead: { list: 'custom', lead_id: '000002', name: 'Name 2', ad_id: 'ag:2', form_id: null } },
    { id: 'gone', lead: { name: 'Name 4', record: { id: 'l:4', ad_id: 'ag:4' }, deleted_at: expect.any(String) } },
    { id: 'gone', lead: { list: 'facebook', name: 'Ada' } },
  ]);
  const batches = await database.pool.query<{ rows: string }>('select rows from custom_lead_batches');
  expect(JSON.parse(batches.rows[0]?.rows ?? '')).toEqual([
    {
      row_number: 0,
      new_id: 'new',
      email_key: 'x@example.test',
      record: { Name: 'Under way', EmailAddress: 'x@example.test' },
    },
  ]);
});

test('a move stops when a lead differs, and keeps the former table', async () => {
  const { client } = await startFormer();
  for (const text of readMigrations()[before2_0]?.statements ?? []) await client.query(text);
  const run = async (text: string) => (await client.query(text)).rows;
  while ((await moveImportedLeads(run).then(({ moved }) => moved)) === 2_000);
  await client.query(
    `update leads set record = record - 'Project' where lead_id = '000003' and workspace_id = '${workspaceId}'`,
  );
  await expect(moveImportedLeads(run)).rejects.toThrow('1 imported leads differ after their move');
  const { rows: left } = await client.query('select count(*)::int as total from moving_leads');
  expect(left).toEqual([{ total: 2 * rows }]);
});
