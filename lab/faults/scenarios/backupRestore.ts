import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { runOperator } from '#server/cli/testing/runOperator.ts';
import { withDatabase } from '#testing/database/withDatabase.ts';
import { workspaceOf } from '#testing/database/workspaceOf.ts';
import { buildRows, listAllCustomLeads } from '#lab/faults/customLeads.ts';
import { compare } from '#lab/faults/compare.ts';
import { keepSaving } from '#lab/faults/load.ts';
import { worst } from '#lab/faults/measure.ts';
import { atMost, holds, none } from '#lab/faults/metrics.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import type { ScenarioContext, ScenarioRun } from '#lab/faults/Scenario.ts';
import { createSite, now, startProduct } from '#testing/startProduct.ts';
import type { ProductSite } from '#testing/startProduct.ts';

const rowsPerRequest = 50;
const restoreAtMostMs = 5 * 60_000;

/** Longer than the product's statement timeout, because a million leads and their search index take time. */
const seedTimeoutMs = 300_000;

/** Generates platform leads for one workspace in SQL, then creates their search index. */
const seedLeads = async (client: PoolClient, { userId }: Person, leads: number): Promise<void> => {
  const workspaceId = await workspaceOf(client, userId);
  const run = (text: string, values: unknown[] = []) => {
    const query = { text, values, query_timeout: seedTimeoutMs };
    return client.query<{ definition: string }>(query);
  };
  await run(`set statement_timeout = ${seedTimeoutMs}`);
  const { rows: indexes } = await run(`select indexdef as definition from pg_indexes where indexname = 'leads_search'`);
  await run('drop index leads_search');
  await run(
    `insert into leads (workspace_id, list, lead_id, form_id, answers, name, email, phone, created_at, updated_at)
     select $1, 'facebook', i::text, 'form-' || i % 40,
       jsonb_build_array(jsonb_build_object('name', 'email', 'values', jsonb_build_array(md5(i::text)))),
       'Ada ' || md5(i::text), md5(i::text) || '@example.test', '+49' || i, now() - i * interval '1 second', now()
     from generate_series(1, $2::int) i`,
    [workspaceId, leads],
  );
  await run(`insert into lead_counts (workspace_id, list, total) values ($1, 'facebook', $2)`, [workspaceId, leads]);
  for (const { definition } of indexes) await run(definition);
};

/** Counts the leads of `seedLeads`. */
const countLeads = async (pool: Pool, { userId }: Person): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from leads where workspace_id = $1 and list = 'facebook'`,
    [await workspaceOf(pool, userId)],
  );
  return rows[0]?.count ?? 0;
};

const operate = async (command: 'backup' | 'restore', args: string[], site: ProductSite): Promise<number> => {
  const startedAt = now();
  const { code, err } = await runOperator(command, args, { env: site.env });
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${err}`);
  return now() - startedAt;
};

/** Makes a backup in a new folder. */
const backUp = async (context: ScenarioContext, name: string, site: ProductSite) => {
  const folder = join(context.folder, name);
  await mkdir(folder);
  const ms = await operate('backup', ['--to', folder], site);
  return { file: join(folder, (await readdir(folder))[0] ?? ''), ms };
};

/** Backs up the running product, deletes it and restores it on the other database engine, then back again. */
export const backupRestore: ScenarioRun = async (context) => {
  const leads = context.isShort ? 5_000 : 1_000_000;
  const site = await createSite({ folder: context.folder });
  const first = await startProduct(site);
  const person = await registerPerson(site);
  await first.end('SIGTERM');
  await withDatabase(site, async ({ pool }) => {
    const client = await pool.connect();
    await seedLeads(client, person, leads).finally(() => client.release());
  });

  const product = await startProduct(site);
  const rows = buildRows(200 * rowsPerRequest);
  const leadsBefore = rows.slice(0, rowsPerRequest);
  await person.request(saveCustomLeads, { body: { leads: leadsBefore } });
  const saving = keepSaving(person, rows.slice(rowsPerRequest), { perRequest: rowsPerRequest, pauseMs: 0 });
  const backup = await backUp(context, 'embedded', site);
  await saving.stop();
  await product.end('SIGKILL');
  context.log(`backed up in ${Math.round(backup.ms)} ms`);

  const restored = await createSite({ folder: context.folder });
  const killed = await runOperator('restore', [backup.file], { env: restored.env, killAt: 'restore.checked' });
  const times = { embedded: await operate('restore', [backup.file], restored), server: 0, backupOfServer: 0 };
  let last = restored;
  if (!context.isShort) {
    const postgres = await context.startPostgres();
    const server = await createSite({ folder: context.folder, databaseUrl: postgres.url });
    times.server = await operate('restore', [backup.file], server);
    const fromServer = await backUp(context, 'server', server);
    times.backupOfServer = fromServer.ms;
    last = await createSite({ folder: context.folder });
    await operate('restore', [fromServer.file], last);
  }
  const again = await startProduct(last);
  // The session was created before the backup.
  const who = await registerPerson(last);
  const found = await listAllCustomLeads({
    ...person,
    request: (endpoint, options) => who.request(endpoint, { token: person.token, ...options }),
  });
  await again.end('SIGTERM');
  const leadsFound = await withDatabase(last, ({ pool }) => countLeads(pool, person));
  const { lost, doubled } = compare(
    leadsBefore.map(({ id }) => id ?? ''),
    found.map(({ id }) => id),
  );
  return {
    lost: lost + leads - leadsFound,
    doubled,
    metrics: [
      { name: 'leads', value: leads, unit: '' },
      none('saves without a response', saving.saves.filter(({ status }) => status === 0).length, 'requests'),
      atMost('longest save during a backup', worst(saving.saves.map(({ ms }) => ms)), 2_000, 'ms'),
      { name: 'backup of the embedded database', value: backup.ms, unit: 'ms' },
      atMost('restore to the embedded database', times.embedded, restoreAtMostMs, 'ms'),
      atMost('restore to a server', times.server, restoreAtMostMs, 'ms'),
      { name: 'backup of a server', value: times.backupOfServer, unit: 'ms' },
      holds('killed restores', killed.signal === 'SIGKILL'),
    ],
  };
};
