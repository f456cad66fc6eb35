import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { platformIds } from '#shared/platforms.ts';
import { workspaceOf } from '#testing/database/workspaceOf.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { insertLeads } from '#lab/bench/leadData.ts';
import { residentMegabytes, worst } from '#lab/faults/measure.ts';
import { none } from '#lab/faults/metrics.ts';
import type { Metric } from '#lab/faults/metrics.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';
import { scaledRoles, startScaled } from '#lab/faults/startScaled.ts';
import type { Scaled } from '#lab/faults/startScaled.ts';
import { meterParts, partNames } from './meterParts.ts';
import type { Meter, Spending } from './meterParts.ts';
import { openBrowsers } from './openBrowsers.ts';
import { runOpenLoop } from './openLoop.ts';
import { prepareTraffic, shareOf } from './prepareTraffic.ts';
import type { shares } from './prepareTraffic.ts';

/** Requests per second of each kind: enough to measure, and far below the limits of two cores. */
const rates: Record<keyof typeof shares, number> = {
  page: 100,
  list: 60,
  search: 40,
  notifications: 80,
  overview: 20,
  preview: 40,
  signIn: 8,
  import: 10,
  export: 1,
  webhook: 10,
};
/** Few people have ad accounts, because their year of history has to be read first. */
const crowd = { readers: 24, exporters: 10, lookers: 2, leadOwners: 1 };
const browsersEach = 2;
/** All kinds at once: first as a warm-up, and at the end to check whether the costs add up. */
const mixed = { perSecond: 100, seconds: 15 };
const warmUpSeconds = 1;
const secondsEach = 7;
const idleSeconds = 10;
const readRounds = 3;
const leadRows = 100_000;
/** Raises TikTok's rate limit, because simulated reads would otherwise be as slow as real ones. */
const variables = { TIKTOK_CALLS_PER_SECOND: '50' };

const awaitMs = 240_000;

/** Waits until no job is due or running. */
const awaitJobs = (client: Client): Promise<unknown> =>
  waitUntil(
    async () => {
      const { rows } = await client.query<{ open: number }>(
        `select count(*)::int as open from jobs.job_common
         where state in ('created', 'retry', 'active') and start_after <= now()`,
      );
      return rows[0]?.open === 0;
    },
    { timeoutMs: awaitMs, everyMs: 250, what: 'the jobs' },
  );

/** Makes the workers read the history of all accounts, without their pauses for other people. */
const awaitHistory = (client: Client): Promise<unknown> =>
  waitUntil(
    async () => {
      const { rows } = await client.query<{ left: number }>(
        `with begun as (
           update jobs.job_common set start_after = now() where name = 'read-past-insights' and state = 'created'
         )
         select (select count(*) from insight_accounts
             where leased_until is not null or next_read_at < now() + interval '30 seconds')::int
           + (select count(*) from jobs.job_common
             where name = 'read-past-insights' and state in ('created', 'retry', 'active'))::int as left`,
      );
      return rows[0]?.left === 0;
    },
    { timeoutMs: awaitMs, everyMs: 500, what: 'the history of the ad accounts' },
  );

/** Makes all accounts due, as after an hour, and waits until they are read. @returns the number of accounts */
const readAccounts = async (client: Client): Promise<number> => {
  await client.query("update ad_days set read_at = read_at - interval '61 minutes' where not is_settled");
  const { rows } = await client.query<{ at: Date }>(
    `update insight_accounts set next_read_at = now(), ads_read_at = ads_read_at - interval '61 minutes'
     returning now() as at`,
  );
  const at = rows[0]?.at;
  if (at === undefined) throw new Error('there are no accounts');
  await waitUntil(
    async () => {
      const { rows: left } = await client.query<{ left: number }>(
        'select count(*)::int as left from insight_accounts where read_at is null or read_at < $1',
        [at],
      );
      return left[0]?.left === 0;
    },
    { timeoutMs: awaitMs, everyMs: 100, what: 'the reads' },
  );
  await awaitJobs(client);
  return rows.length;
};

/** The workers' platform calls so far, by platform and endpoint. */
const countCalls = async (scaled: Scaled): Promise<Map<string, number>> => {
  const counts = new Map<string, number>();
  for (const { site } of scaled.of('worker')) {
    const response = await fetch(`${site.apiUrl}/metrics`);
    if (!response.ok) throw new Error(`/metrics of a worker answered ${response.status}`);
    for (const [, labels = '', count] of (await response.text()).matchAll(
      /^leadlight_provider_calls_total\{(.*)\} (\d+)$/gm,
    )) {
      const key = ['platform', 'endpoint'].map((name) => new RegExp(`${name}="([^"]*)"`).exec(labels)?.[1]).join(' ');
      counts.set(key, (counts.get(key) ?? 0) + Number(count));
    }
  }
  return counts;
};

type Idle = Pick<Spending, 'seconds' | 'spent' | 'notifications' | 'logKilobytes'>;

/** The average cost of `count` requests or reads, excluding the idle load of the install. */
const costsOf = (name: string, count: number, spending: Spending, idle: Idle): Metric[] => {
  const beyond = (value: number, idleValue: number): number =>
    (value - (idleValue / idle.seconds) * spending.seconds) / count;
  return [
    ...partNames.map((part) => ({
      name: `costs.${name}.${part}`,
      value: beyond(spending.spent[part], idle.spent[part]) * 1000,
      unit: 'ms',
    })),
    {
      name: `costs.${name}.notifications`,
      value: beyond(spending.notifications, idle.notifications),
      unit: 'notifications',
    },
    { name: `costs.${name}.jobs`, value: spending.jobs / count, unit: 'jobs' },
    { name: `costs.${name}.log`, value: beyond(spending.logKilobytes, idle.logKilobytes), unit: 'KB' },
  ];
};

/** Tables with rows that the product stored in this run. */
const storedTables = ['insight_days', 'ad_totals', 'ad_objects', 'ad_days', 'ad_day_reads'] as const;

const measureStored = async (client: Client, workspaceId: string): Promise<Metric[]> => {
  const sizeOf = async (table: string): Promise<{ rows: number; bytes: number }> => {
    await client.query(`vacuum full analyze ${table}`);
    const { rows } = await client.query<{ rows: number; bytes: number }>(
      `select count(*)::int as rows, pg_total_relation_size($1)::float8 as bytes from ${table}`,
      [table],
    );
    if (!rows[0] || rows[0].rows === 0) throw new Error(`${table} is empty`);
    return rows[0];
  };
  const metrics: Metric[] = [];
  for (const table of storedTables) {
    const { rows, bytes } = await sizeOf(table);
    metrics.push(
      { name: `stored.${table}.rows`, value: rows, unit: 'rows' },
      { name: `stored.${table}.bytes`, value: bytes / rows, unit: 'bytes' },
    );
  }
  const { rows: days } = await client.query<{ ads: number; levels: number }>(
    `select (select sum(jsonb_array_length(rows))::float8 / count(*) from insight_days) as ads,
      (select count(*)::float8 / count(distinct (workspace_id, platform, account_id, day)) from ad_days) as levels`,
  );
  metrics.push(
    { name: 'stored.insight_days.ads', value: days[0]?.ads ?? Number.NaN, unit: 'ads' },
    { name: 'stored.ad_days.levels', value: days[0]?.levels ?? Number.NaN, unit: 'levels' },
  );

  const before = await sizeOf('leads');
  await insertLeads(client, workspaceId, leadRows);
  const after = await sizeOf('leads');
  metrics.push({ name: 'stored.leads.bytes', value: (after.bytes - before.bytes) / leadRows, unit: 'bytes' });

  const { rows: found } = await client.query<{ rows: number; bytes: number | null }>(
    'select count(*)::int as rows, avg(pg_column_size(findings.*))::float8 as bytes from findings',
  );
  return [
    ...metrics,
    { name: 'stored.findings.rows', value: found[0]?.rows ?? 0, unit: 'rows' },
    ...(found[0]?.bytes ? [{ name: 'stored.findings.bytes', value: found[0].bytes, unit: 'bytes' }] : []),
  ];
};

const measureReads = async (scaled: Scaled, meter: Meter, idle: Idle): Promise<Metric[]> => {
  const { client } = meter;
  // The first hourly read returns more than later ones, so it does not count.
  await readAccounts(client);
  const calls = await countCalls(scaled);
  await meter.read();
  let accounts = 0;
  for (let round = 0; round < readRounds; round += 1) accounts += await readAccounts(client);
  const spending = await meter.read();
  const callsAfter = await countCalls(scaled);
  const { rows } = await client.query<{ platform: string; accounts: number }>(
    'select platform, count(*)::int as accounts from insight_accounts group by platform',
  );
  return [
    ...costsOf('read', accounts, spending, idle),
    ...platformIds.flatMap((platform) => {
      const reads = (rows.find((row) => row.platform === platform)?.accounts ?? 0) * readRounds;
      const made = [...callsAfter]
        .filter(([key]) => key.startsWith(`${platform} `))
        .map(([key, count]) => (count - (calls.get(key) ?? 0)) / reads);
      const name = `costs.read.calls.${platform}`;
      return [
        { name, value: made.reduce((sum, each) => sum + each, 0), unit: 'calls' },
        { name: `${name}.busiest`, value: worst(made), unit: 'calls' },
      ];
    }),
  ];
};

/** Measures the costs of each kind of request, of an account's hourly read and of a stored row on the scaled setup. */
export const measureCosts: ScenarioRun = async (context) => {
  const scaled = await startScaled(context, variables);
  const deliveries = Math.ceil(
    (warmUpSeconds + secondsEach) * rates.webhook + 2 * mixed.seconds * mixed.perSecond * shareOf('webhook') + 3,
  );
  const { kinds, people } = await prepareTraffic(context, scaled, deliveries, crowd);
  await openBrowsers(context, scaled.url, people, browsersEach);
  const meter = await meterParts(context, scaled);
  const { client } = meter;
  // The other people have connected a platform only for sheets and leads, so their ad accounts are not read.
  const looked = people.slice(crowd.readers, crowd.readers + crowd.lookers);
  const workspaces = await Promise.all(looked.map(({ userId }) => workspaceOf(client, userId)));
  await client.query('delete from insight_accounts where workspace_id <> all($1)', [workspaces]);
  await awaitHistory(client);
  await awaitJobs(client);
  context.log('the history of the ad accounts is read');
  await runOpenLoop(kinds, mixed);
  await awaitJobs(client);
  meter.checkHeard();

  // Vacuums now. Otherwise the cleanup after these writes would count toward the first kind of request.
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  await meter.read();
  await sleep(idleSeconds * 1000);
  const idle = await meter.read();
  const metrics: Metric[] = [
    { name: 'costs.cores', value: cpus().length, unit: 'cores' },
    ...partNames.map((part) => ({
      name: `costs.idle.${part}`,
      value: (idle.spent[part] / idle.seconds) * 1000,
      unit: 'ms/s',
    })),
    { name: 'costs.idle.notifications', value: idle.notifications / idle.seconds, unit: 'notifications/s' },
  ];
  let failed = 0;
  for (const kind of kinds) {
    const perSecond = rates[kind.name as keyof typeof shares];
    await runOpenLoop([kind], { perSecond, seconds: warmUpSeconds });
    await awaitJobs(client);
    await meter.read();
    const answered = await runOpenLoop([kind], { perSecond, seconds: secondsEach });
    await awaitJobs(client);
    metrics.push(...costsOf(kind.name, answered.length, await meter.read(), idle));
    failed += answered.filter(({ status }) => status !== 200).length;
    context.log(`${kind.name}: ${answered.length} requests`);
  }
  await meter.read();
  const answered = await runOpenLoop(kinds, mixed);
  failed += answered.filter(({ status }) => status !== 200).length;
  const { spent, seconds } = await meter.read();
  metrics.push(
    { name: 'costs.mixed.perSecond', value: answered.length / seconds, unit: 'requests/s' },
    ...partNames.map((part) => ({ name: `costs.mixed.${part}`, value: spent[part] / seconds, unit: 'cores' })),
  );
  for (const role of scaledRoles) {
    const sizes = await Promise.all(scaled.of(role).map(({ product }) => residentMegabytes(product.pid)));
    metrics.push({ name: `costs.memory.${role}`, value: worst(sizes), unit: 'MB' });
  }
  await awaitJobs(client);
  metrics.push(...(await measureReads(scaled, meter, idle)));
  const [first] = people;
  if (!first) throw new Error('there are no people');
  metrics.push(...(await measureStored(client, await workspaceOf(client, first.userId))));
  return { metrics: [none('costs.errors', failed, 'requests'), ...metrics] };
};
