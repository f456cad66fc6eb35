import type { Client } from 'pg';
import type { CustomLead } from '#shared/contracts/customLeads.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import { openSession } from '#server/archive/openSession.ts';
import {
  applyMigration,
  createMigrationsTable,
  readMigrations,
  recordMigration,
} from '#server/archive/restore/migrations.ts';

/** The workspace that `readFormerList` reads. */
export const workspaceId = 'workspace-1';

/** Rows of 2.0: imported and form leads, what undos keep, and an import under way. @param rows imported leads of each workspace */
const dataOf = (rows: number): string => `
  insert into workspaces (id) values ('workspace-0'), ('${workspaceId}');
  insert into custom_leads (workspace_id, id, identity, number, name, email_address, ad_id, status, project, lead_id, created_time,
    ad_name, adset_id, adset_name, campaign_id, campaign_name, form_id, form_name, is_organic, platform, unit_type,
    sales_advisor_contact, country, starting_price, unix, created_at, updated_at, activity_id)
  select workspace, lpad(i::text, 6, '0'), nullif('lead:' || i, 'lead:7'), '+49 151 ' || i, 'Name ' || i, 'p' || i || '@example.test',
    case when i % 2 = 0 then 'ag:' || i else '' end, (array['', 'Won', ' called '])[1 + i % 3], 'Project "' || i || E'"\\n', 'l:' || i,
    (array['2026-10-01', '10/1/2026'])[1 + i % 2], '', '', '', '', 'Autumn',
    case when i = 9 then (select string_agg(md5(part::text), '') from generate_series(1, 300) as part) else '' end, 'Form', 'TRUE', 'fb', 'Flat', '', (array['', 'DE'])[1 + i % 2], '', (array['1790000000', ''])[1 + i % 2],
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

const migrations = readMigrations();
const [move, ...later] = migrations.slice(migrations.findIndex(({ tag }) => tag === '0029_one_table_of_leads'));
if (!move) throw new Error('The migration of the leads is missing');

/** The migration that begins the move. */
export const moveMigration = move;

/** Fills an empty database as 2.0 leaves it. */
export const fillFormerDatabase = async (connectionString: string, rows: number): Promise<void> => {
  const session = await openSession({ connectionString }, 'server');
  await createMigrationsTable(session);
  for (const migration of migrations.slice(0, -later.length - 1)) {
    await applyMigration(session, migration);
    await recordMigration(session, migration);
  }
  await session.execute(dataOf(rows));
  await session.close();
};

const columnOf = (key: string): string =>
  key === 'id' ? 'lead_id' : key.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();

/** The imported leads of a workspace as 2.0 lists them. */
export const readFormerList = async (client: Client): Promise<CustomLead[]> => {
  const values = customLeadKeys.map((key) => `c.${columnOf(key)} as "${key}"`);
  const { rows } = await client.query<CustomLead & Record<'createdAt' | 'updatedAt', Date>>(
    `select c.id as _id, ${values.join(', ')}, c.created_at as "createdAt", c.updated_at as "updatedAt"
     from custom_leads as c where workspace_id = $1 order by c.created_at desc, c.position`,
    [workspaceId],
  );
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
};
