import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openSession } from '#server/archive/openSession.ts';
import { writeBackup } from '#server/archive/backup/writeBackup.ts';
import { listStoredLeads } from '#server/modules/leads/store/leadList.store.ts';
import { presentCustomLead } from '#server/modules/leads/imported/customLeads.present.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { createServerDatabase } from '#testing/database/openTestDatabase.ts';
import { testFolder } from '#testing/testFolder.ts';
import { openSilently } from '#testing/database/withDatabase.ts';
import { moveImportedLeads } from './importedLeads.ts';
import { fillFormerDatabase, moveMigration, readFormerList, workspaceId } from './testing/formerDatabase.ts';

const rows = 4_500;

/** A database as 2.0 leaves it. */
const startFormer = async (imported = rows): Promise<{ url: string; client: Client }> => {
  const server = await createServerDatabase();
  const { url } = server;
  await fillFormerDatabase(url, imported);
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await server.drop();
  });
  return { url, client };
};

test('imported leads of 2.0 move in steps, and an interrupted move continues', async () => {
  const { url, client } = await startFormer();
  const former = await readFormerList(client);
  await client.query(
    `insert into lead_entries (workspace_id, list, lead_id, id, at, kind, note, before, after)
     values ($1, 'custom', '000003', 'edit', '2026-11-02', 'edited', 'Ad Name', 'Spring', 'Autumn')`,
    [workspaceId],
  );
  for (const text of moveMigration.statements) await client.query(text);
  const run = async (text: string) => (await client.query(text)).rows;
  const steps = [await moveImportedLeads(run), await moveImportedLeads(run)];
  expect(steps).toEqual([
    { moved: 2_000, isDone: false },
    { moved: 2_000, isDone: false },
  ]);
  // A former build kept the prefixes of ad ids.
  await client.query(`
    update leads set ad_id = record ->> 'ad_id' where list = 'custom';
    insert into activities (workspace_id, id, at, kind) values ('workspace-0', 'import', '2026-11-01', 'import');
    insert into undo_leads (workspace_id, activity_id, list, lead_id, lead_created_at, before)
    select workspace_id, 'import', list, lead_id, created_at, to_jsonb(l) - 'search_text' from leads as l
    where workspace_id = 'workspace-0' and lead_id = '000006'`);
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    'interrupted',
    moveMigration.when,
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
  const own = workspaceId as WorkspaceId;
  const limit = 100;
  for (let first = 0; first < rows; first += limit) {
    const listed = await listStoredLeads(database.db, own, 'custom', { page: first / limit + 1, limit });
    expect(listed.rows.map(presentCustomLead)).toEqual(former.slice(first, first + limit));
    expect(listed.totalItems).toBe(rows);
  }
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
  const { rows: edits } = await database.pool.query(
    `select lead_id as id, edited from leads where edited <> '{}' and workspace_id = $1`,
    [workspaceId],
  );
  expect(edits).toEqual([{ id: '000003', edited: ['ad_name'] }]);
  const { rows: fills } = await database.pool.query('select workspace_id, list, after from lead_contact_fills');
  expect(fills).toContainEqual({ workspace_id: workspaceId, list: 'custom', after: '' });
  const kept = await database.pool.query(
    `select list, lead_id as id, before as lead from undo_leads
     union all select list, lead_id, to_jsonb(l) from leads as l where workspace_id = $1 and deleted_by = 'delete' order by 1, 2`,
    [workspaceId],
  );
  expect(kept.rows).toMatchObject([
    {
      id: '000002',
      lead: { list: 'custom', lead_id: '000002', name: 'Name 2', ad_id: '2', form_id: null, record: { ad_id: 'ag:2' } },
    },
    { id: '000006', lead: { ad_id: '6', adset_id: null, record: { ad_id: 'ag:6' } } },
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
  for (const text of moveMigration.statements) await client.query(text);
  const run = async (text: string) => (await client.query(text)).rows;
  while ((await moveImportedLeads(run).then(({ moved }) => moved)) === 2_000);
  await client.query(
    `update leads set record = record - 'Project' where lead_id = '000003' and workspace_id = '${workspaceId}'`,
  );
  await expect(moveImportedLeads(run)).rejects.toThrow('1 imported leads differ after their move');
  const { rows: left } = await client.query('select count(*)::int as total from moving_leads');
  expect(left).toEqual([{ total: 2 * rows }]);
});

test('a deleted form lead can be restored where nothing was imported', async () => {
  const { url, client } = await startFormer(0);
  await client.query('delete from custom_lead_batches');
  const database = await openSilently({ databaseUrl: url });
  onTestFinished(() => database.close());
  const { rows: kept } = await database.pool.query("select list, lead_id as id from leads where deleted_by = 'delete'");
  expect(kept).toEqual([{ list: 'facebook', id: 'gone' }]);
});
