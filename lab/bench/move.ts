import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { fillFormerDatabase, moveMigration, workspaceId } from '#server/database/moves/testing/formerDatabase.ts';
import { startPostgres } from '#testing/database/startPostgres.ts';
import { withClient } from '#testing/database/withClient.ts';
import type { BenchmarkOptions, Metric } from './Benchmark.ts';
import { withCleanup } from './cleanup.ts';
import { compare, comparedMetrics } from './compare.ts';
import { connect } from './connect.ts';
import { startShipped } from './startShipped.ts';

/** Imported leads of each of two workspaces. */
const imported = { full: 500_000, quick: 5_000 };
/** One, because a round takes minutes. */
const rounds = 1;
const askEveryMs = 200;
const former = 'former';

/** Beside the imported leads: a form lead for each second of them, and work and a note for each tenth. */
const beside = (rows: number): string => `
  insert into leads (workspace_id, platform, lead_id, answers, name, email, phone, form_id, ad_id, created_at, updated_at)
    select '${workspaceId}', 'facebook', 'f' || i,
      jsonb_build_array(jsonb_build_object('name', 'city', 'values', jsonb_build_array('Riverton ' || i))),
      'Form Person ' || i, 'f' || i || '@example.test', '+4915' || 200000000 + i, '1', (i % 40)::text,
      timestamptz '2026-10-01' + i * interval '5 seconds', '2026-11-01'
    from generate_series(1, ${rows / 2}) as i;
  insert into lead_work (workspace_id, list, lead_id, tags, version, active_at)
    select workspace_id, 'custom', id, array['vip'], 1, '2026-11-03' from custom_leads where id like '%7';
  insert into lead_entries (workspace_id, list, lead_id, id, at, kind, note)
    select workspace_id, 'custom', id, id, '2026-11-03', 'note', 'Called' from custom_leads where id like '%7';`;

type Moved = { stop(): unknown } | void;

/** The same rows in the same table by one statement, without steps, progress and comparison. */
const moveAtOnce = async (client: Client): Promise<void> => {
  for (const text of moveMigration.statements) await client.query(text);
  await client.query(`
    insert into leads (workspace_id, list, lead_id, source, name, email, phone, created_at, updated_at, imported_at, position,
      identity, activity_id, ad_id, status_text, country, campaign_name, form_name, record)
    select workspace_id, 'custom', id, 'import', name, email_address, number, created_at, updated_at, created_at, -position,
      identity, activity_id, ad_id, status, country, campaign_name, form_name,
      jsonb_build_object('Number', number, 'Name', name, 'EmailAddress', email_address, 'ad_id', ad_id, 'Status', status,
        'Project', project, 'id', lead_id, 'created_time', created_time, 'campaign_name', campaign_name, 'form_name', form_name,
        'is_organic', is_organic, 'platform', platform, 'UnitType', unit_type, 'country', country, 'UNIX', unix)
    from moving_leads`);
  for (const table of ['lead_work', 'lead_entries'])
    await client.query(`alter table ${table} validate constraint ${table}_lead`);
  await client.query('drop table moving_leads');
};

/**
 * The first start on a database of 2.0 with a million imported leads, until it is ready. The reference moves the leads by one
 * statement. Targets: at most three times its time, and twice the disk.
 */
export const move = ({ isQuick }: BenchmarkOptions): Promise<Metric[]> =>
  withCleanup(async (cleanup) => {
    const rows = isQuick ? imported.quick : imported.full;
    const postgres = await cleanup.use(startPostgres({ isDurable: true }));
    const admin = await connect(cleanup, postgres.url);
    const urlOf = (name: string) => postgres.url.replace(/\/postgres$/, `/${name}`);
    await admin.query(`create database ${former}`);
    await fillFormerDatabase(urlOf(former), rows);
    await withClient(urlOf(former), async (client) => {
      await client.query(beside(rows));
      await client.query('vacuum analyze');
    });
    const sizeOf = async (name: string): Promise<number> => {
      const { rows: sizes } = await admin.query<{ size: string }>('select pg_database_size($1) as size', [name]);
      return Number(sizes[0]?.size);
    };
    const before = await sizeOf(former);

    let number = 0;
    /** Measures a move of a copy of the database, and the most disk that it takes. */
    const timeMove = async (moveAll: (name: string) => Promise<Moved>): Promise<{ seconds: number; disk: number }> => {
      number += 1;
      const name = `copy${number}`;
      await admin.query(`create database ${name} template ${former}`);
      await admin.query('checkpoint');
      let largest = 0;
      const end = new AbortController();
      const watch = async (): Promise<void> => {
        while (!end.signal.aborted) {
          largest = Math.max(largest, await sizeOf(name));
          await sleep(askEveryMs);
        }
      };
      const begun = performance.now();
      const timed = async () => {
        const product = await moveAll(name).finally(() => end.abort());
        return { product, seconds: (performance.now() - begun) / 1000 };
      };
      const [{ product, seconds }] = await Promise.all([timed(), watch()]);
      await product?.stop();
      await admin.query(`drop database ${name} with (force)`);
      return { seconds, disk: largest / before };
    };
    const compared = await compare({
      isQuick,
      rounds,
      subject: () => timeMove((name) => startShipped({ roles: 'api', databaseUrl: urlOf(name) })),
      reference: () => timeMove((name) => withClient(urlOf(name), moveAtOnce)),
    });
    return [
      ...comparedMetrics(compared.of('seconds'), ['move.ready', 'move.oneStatement', 'move.ratio'], 's', { atMost: 3 }),
      { name: 'move.disk', value: compared.of('disk').subject.median, unit: 'x', target: { atMost: 2 } },
      { name: 'move.diskBefore', value: before / 1_000_000, unit: 'MB' },
    ];
  });
