import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { runOperator } from '#server/cli/testing/runOperator.ts';
import { withDatabase } from '#testing/database/withDatabase.ts';
import { workspaceOf } from '#testing/database/workspaceOf.ts';
import { buildRows, listAllCustomLeads } from '../customLeads.ts';
import { compare } from '../journal.ts';
import { worst } from '../measure.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import type { Scenario, ScenarioContext } from '../Scenario.ts';
import { createSite, now, startProduct } from '#testing/startProduct.ts';
import type { ProductSite } from '#testing/startProduct.ts';

const rowsPerRequest = 50;
const restoreAtMostMs = 5 * 60_000;

/** Opens the embedded database of a stopped product. */
const inDatabase = <T>(site: ProductSite, use: (pool: Pool) => Promise<T>): Promise<T> =>
  withDatabase({ dataDir: site.env['DATA_DIR'] ?? '' }, ({ pool }) => use(pool));

/** Generates platform leads of one person's workspace in SQL, and creates their search index afterward. */
const seedLeads = async (pool: Pool, { userId }: Person, rows: number): Promise<void> => {
  const workspaceId = await workspaceOf(pool, userId);
  const { rows: indexes } = await pool.query<{ definition: string }>(
    `select indexdef as definition from pg_indexes where indexname = 'leads_search'`,
  );
  await pool.query('drop index leads_search');
  await pool.query(
    `insert into leads (workspace_id, platform, lead_id, form_id, answers, name, email, phone, created_at, updated_at)
     select $1, 'facebook', i::text, 'form-' || i % 40,
       jsonb_build_array(jsonb_build_object('name', 'email', 'values', jsonb_build_array(md5(i::text)))),
       'Ada ' || md5(i::text), md5(i::text) || '@example.test', '+49' || i, now() - i * interval '1 second', now()
     from generate_series(1, $2::int) i`,
    [workspaceId, rows],
  );
  await pool.query(`insert into lead_counts (workspace_id, list, total) values ($1, 'facebook', $2)`, [
    workspaceId,
    rows,
  ]);
  for (const { definition } of indexes) await pool.query(definition);
};

const countLeads = async (pool: Pool, { userId }: Person): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from leads where workspace_id = $1',
    [await workspaceOf(pool, userId)],
  );
  return rows[0]?.count ?? 0;
};

/** Saves leads, one request after another, until it is stopped. Reports the duration of each request. */
const keepSaving = (person: Person, rows: readonly Record<string, string>[]) => {
  const tookMs: number[] = [];
  const over = new AbortController();
  const done = (async () => {
    for (let at = 0; at < rows.length && !over.signal.aborted; at += rowsPerRequest) {
      const startedAt = now();
      await person.request(saveCustomLeads, { body: { leads: rows.slice(at, at + rowsPerRequest) } });
      tookMs.push(now() - startedAt);
    }
  })();
  return {
    end: async () => {
      over.abort();
      await done;
      return tookMs;
    },
  };
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

/** Backs up the running product, deletes it and restores it, on the other engine and back again. */
export const backupRestore: Scenario = {
  name: 'backup-restore',
  covers: ['R26'],
  runs: { full: 1, short: 1 },
  run: async (context) => {
    const leads = context.isShort ? 5_000 : 1_000_000;
    const site = await createSite({ folder: context.folder });
    const env = { ENCRYPTION_KEY: site.env['ENCRYPTION_KEY'] ?? '' };
    const first = await startProduct(site);
    const person = await registerPerson(site);
    await first.end('SIGTERM');
    await inDatabase(site, (pool) => seedLeads(pool, person, leads));

    const product = await startProduct(site);
    const rows = buildRows(200 * rowsPerRequest);
    const leadsBefore = rows.slice(0, rowsPerRequest);
    await person.request(saveCustomLeads, { body: { leads: leadsBefore } });
    const acknowledged = leadsBefore.map(({ id }) => id ?? '');
    const saving = keepSaving(person, rows.slice(rowsPerRequest));
    const backup = await backUp(context, 'embedded', site);
    const saveMs = await saving.end();
    await product.end('SIGKILL');
    context.log(`backed up in ${Math.round(backup.ms)} ms`);

    const restored = await createSite({ folder: context.folder, env });
    const killed = await runOperator('restore', [backup.file], { env: restored.env, killAt: 'restore.checked' });
    const times = { embedded: await operate('restore', [backup.file], restored), server: 0, backupOfServer: 0 };
    let last = restored;
    if (!context.isShort) {
      const postgres = await context.startPostgres();
      const server = await createSite({ folder: context.folder, databaseUrl: postgres.url, env });
      times.server = await operate('restore', [backup.file], server);
      const fromServer = await backUp(context, 'server', server);
      times.backupOfServer = fromServer.ms;
      last = await createSite({ folder: context.folder, env });
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
    const leadsFound = await inDatabase(last, (pool) => countLeads(pool, person));
    const { lost, doubled } = compare(
      acknowledged,
      found.map(({ id }) => id),
    );
    return {
      lost: lost.length + leads - leadsFound,
      doubled: doubled.length,
      metrics: [
        { name: 'leads', value: leads, unit: '' },
        { name: 'longest save during a backup', value: worst(saveMs, (ms) => ms), unit: 'ms', atMost: 2_000 },
        { name: 'backup of the embedded database', value: backup.ms, unit: 'ms' },
        { name: 'restore to the embedded database', value: times.embedded, unit: 'ms', atMost: restoreAtMostMs },
        { name: 'restore to a server', value: times.server, unit: 'ms', atMost: restoreAtMostMs },
        { name: 'backup of a server', value: times.backupOfServer, unit: 'ms' },
        { name: 'killed restores', value: killed.signal === 'SIGKILL' ? 1 : 0, unit: '', atLeast: 1 },
      ],
    };
  },
};
