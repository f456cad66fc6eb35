import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { login, sendOtp } from '#shared/contracts/users.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { openAgain, serverUrlOf } from '#testing/database/openTestDatabase.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { startServer } from '#server/startServer.ts';

const operatorToken = 'metrics-for-the-operator';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ env: { OPERATOR_TOKEN: operatorToken } });
});
afterAll(() => api.close());

const readMetrics = async (url = api.url): Promise<string> => {
  const response = await fetch(`${url}/metrics`);
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    'no-store',
  ]);
  return response.text();
};

/** The value of a series, by its name and labels as printed; 0 if it is missing. */
const valueOf = (metrics: string, series: string): number => {
  const line = metrics.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? 0 : Number(line.slice(series.length + 1));
};

/** Takes all connections to the database. @returns a function that releases them */
const holdDatabase = async (): Promise<() => void> => {
  const { pool } = api.context;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  return () => {
    for (const client of held) client.release();
  };
};

describe('the metrics', () => {
  test('count requests, jobs and calls by route, kind and endpoint, without personal data', async () => {
    const before = await readMetrics();
    const email = 'metrics@example.test';
    const { user, token } = await api.registerUser({ email });
    await api.request(sendOtp, { body: { email } });
    const wrong = Array.from({ length: 11 }, () => api.request(login, { body: { email, password: 'not this one' } }));
    expect((await Promise.all(wrong)).some(({ status }) => status === 429)).toBe(true);
    await fetch(`${api.url}/api/exports/${user._id}`, { headers: { authorization: `Bearer ${token}` } });
    await fetch(`${api.url}/api/no-such-call/${email}`);
    const socket = openSocket(api.url, { userId: user._id, token });
    onTestFinished(() => socket.close());
    expect(await socket.handshake).toBeNull();
    await connectPlatform(api, { userId: user._id, token }, 'google');
    const grows = async (series: string) =>
      api.waitUntil(async () => valueOf(await readMetrics(), series) > valueOf(before, series), { what: series });

    await grows('leadlight_http_requests_total{role="api",method="POST",route="/api/user/register",status="2xx"}');
    await grows('leadlight_http_requests_total{role="api",method="GET",route="/api/exports/:id",status="4xx"}');
    await grows('leadlight_http_requests_total{role="api",method="GET",route="none",status="4xx"}');
    await grows('leadlight_http_requests_total{role="api",method="GET",route="/auth/:platform/callback",status="2xx"}');
    await grows('leadlight_http_request_duration_seconds_count{role="api",method="POST",route="/api/user/register"}');
    await grows('leadlight_rate_limited_total{limit="sign-in-failed"}');
    await grows('leadlight_jobs_total{kind="otp-mail",outcome="done"}');
    await grows('leadlight_job_duration_seconds_count{kind="otp-mail"}');
    await grows('leadlight_provider_calls_total{platform="google",endpoint="token (code)",outcome="2xx"}');
    await grows('leadlight_provider_call_duration_seconds_count{platform="google",endpoint="token (code)"}');
    await grows('leadlight_notifications_total{event="google_connected"}');
    await grows('leadlight_socket_events_total{event="google_connected"}');

    const after = await readMetrics();
    expect({
      sockets: valueOf(after, 'leadlight_sockets'),
      connected: valueOf(after, 'leadlight_connections{platform="google",state="connected"}'),
      up: valueOf(after, 'leadlight_database_up'),
      full: valueOf(after, 'leadlight_storage_full'),
    }).toEqual({ sockets: 1, connected: 1, up: 1, full: 0 });
    // Scheduled jobs always wait in the queue.
    expect(after).toMatch(
      /^leadlight_build_info\{version="\d+\.\d+\.\d+(?:-dev)?",node="[\d.]+",roles="api,worker"\} 1$/m,
    );
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
    ])
      expect(valueOf(after, name)).toBeGreaterThan(0);
    // Only the embedded database reports its disk.
    expect(valueOf(after, 'leadlight_storage_free_bytes')).toBe(0);
    for (const secret of [user._id, email, token]) expect(after).not.toContain(secret);
  });

  test('report how many jobs wait in the queue, and for how long', async () => {
    const { pool } = api.context;
    const insert = `insert into jobs.job (name, state, start_after)
      values ('unworked', 'created', now() - interval '90 s'), ('unworked', 'retry', now() + interval '1 h'),
             ('unworked', 'active', now()), ('unworked', 'completed', now() - interval '1 h'), ('dead-letter', 'created', now())`;
    await pool.query(
      `insert into jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds,
                               deletion_seconds, partition, table_name)
       select 'unworked', policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds,
              deletion_seconds, partition, table_name from jobs.queue where name = 'dead-letter'`,
    );
    await pool.query(insert);
    const metrics = await readMetrics();
    const ofState = (state: string) => valueOf(metrics, `leadlight_queue_jobs{kind="unworked",state="${state}"}`);
    expect(['due', 'waiting', 'active'].map(ofState)).toEqual([1, 1, 1]);
    const oldest = valueOf(metrics, 'leadlight_queue_oldest_due_seconds{kind="unworked"}');
    expect(oldest).toBeGreaterThanOrEqual(90);
    expect(valueOf(metrics, 'leadlight_queue_dead_lettered_jobs')).toBe(1);
    await pool.query(`delete from jobs.job where name in ('unworked', 'dead-letter')`);
  });

  test('are served while the database does not answer, and readiness reports the database', async () => {
    const release = await holdDatabase();
    try {
      const [metrics, ready] = await Promise.all([readMetrics(), fetch(`${api.url}/readyz`)]);
      expect(valueOf(metrics, 'leadlight_database_up')).toBe(0);
      expect(metrics).toContain('\nprocess_cpu_seconds_total ');
      // Unknown values are omitted.
      expect(metrics).not.toMatch(/^leadlight_(?:queue|connections|lead_events)/m);
      expect([ready.status, await ready.json()]).toEqual([
        503,
        { status: 'not ready', reasons: ['database', 'queue'] },
      ]);
    } finally {
      release();
    }
    await api.waitUntil(async () => (await fetch(`${api.url}/readyz`)).status === 200);
    expect(valueOf(await readMetrics(), 'leadlight_database_up')).toBe(1);
  });
});

test('reports a read-only database, and the process still serves reads', async () => {
  const { pool } = api.context;
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const name = rows[0]?.name ?? '';
  const asWriter = async (statement: string): Promise<void> => {
    const client = new Client({ connectionString: serverUrlOf(pool) });
    await client.connect();
    // A transaction may write if it explicitly requests to.
    for (const each of ['begin read write', statement, 'commit']) await client.query(each);
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [name],
    );
    await client.end();
  };
  const readyz = async () => {
    const response = await fetch(`${api.url}/readyz`);
    return { status: response.status, body: (await response.json()) as { status: string } };
  };
  await asWriter(`alter database ${name} set default_transaction_read_only = on`);
  try {
    await api.waitUntil(async () => (await readyz()).body.status === 'read-only');
    expect(await readyz()).toEqual({ status: 200, body: { status: 'read-only' } });
    expect(valueOf(await readMetrics(), 'leadlight_database_read_only')).toBe(1);
  } finally {
    await asWriter(`alter database ${name} reset default_transaction_read_only`);
  }
  await api.waitUntil(async () => (await readyz()).body.status === 'ready');
  expect(valueOf(await readMetrics(), 'leadlight_database_read_only')).toBe(0);
});

test('strangers get a 404 for the metrics; anyone may check that the process is alive', async () => {
  const ask = async (path: string, headers: Record<string, string>) =>
    (await fetch(`${api.url}${path}`, { headers })).status;
  const stranger = { 'x-forwarded-for': '203.0.113.9' };
  const operator = { ...stranger, authorization: `Bearer ${operatorToken}` };
  for (const path of ['/metrics', '/readyz']) {
    expect(await ask(path, stranger)).toBe(404);
    expect(await ask(path, { ...stranger, authorization: 'Bearer something-else-altogether' })).toBe(404);
    expect(await ask(path, operator)).toBe(200);
  }
  expect(await ask('/healthz', stranger)).toBe(200);
});

test('a worker-only process serves the health pages, and nothing else', async () => {
  const { env, pool, logger } = api.context;
  const database = await openAgain(pool);
  const worker = await startServer({
    env: { ...env, ROLES: ['worker'], API_PORT: 0 },
    database,
    logger,
    pages: 'built',
    onFatal: (error) => {
      throw error;
    },
  });
  onTestFinished(async () => {
    await worker.close();
    await database.close();
  });
  const url = `http://127.0.0.1:${worker.healthPort}`;
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' });
  expect(await readMetrics(url)).toContain('roles="worker"');
  for (const path of ['/', '/api/user/profile', '/auth/google', '/socket.io/', '/webhooks/meta', '/operator/probe'])
    expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 404]);
});
