import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { unlimitedStorage } from '#server/lib/storage.ts';
import { processRegistry } from '#server/metrics/registry.ts';
import type { Transaction } from '#server/database/Database.ts';
import { openTestDatabase } from '#testing/database/openTestDatabase.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { defineJob, handleJob } from './defineJob.ts';
import type { JobHandler } from './JobQueue.ts';
import { createJobAttempts, nameWork, crashLimit } from './jobAttempts.store.ts';
import { startJobQueue } from './startJobQueue.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { workspaceIdSchema } from '#server/lib/WorkspaceId.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

type Options = Parameters<typeof startJobQueue>[0];

/** A queue on the test's database, stopped with the test. */
const openQueue = async (options: Pick<Options, 'types'> & Partial<Options>) => {
  const { pool, listener } = database;
  const logger = createLogger('silent');
  const queue = await startJobQueue({ pool, listener, isWorker: true, storage: unlimitedStorage, logger, ...options });
  onTestFinished(() => queue.stop());
  return queue;
};

const start = async (...handlers: JobHandler[]) => {
  const lines: { msg: string }[] = [];
  const logger = createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const queue = await openQueue({ types: handlers.map(({ type }) => type), logger });
  await queue.work(handlers);
  return { queue, said: (msg: string) => lines.filter((line) => line.msg === msg).length };
};

const payload = z.strictObject({ id: z.string() });

test('an attempt is not counted as a crash if a database outage delayed saving its end', async () => {
  const type = defineJob({ name: 'hit-by-outage', payload });
  let refusals = 0;
  const refuse = (text: string) => {
    if (!text.startsWith('update rate_limits') || refusals === 2) return null;
    refusals += 1;
    return Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
  };
  const { pool } = database;
  const queue = await openQueue({
    types: [type],
    pool: Object.assign(Object.create(pool), {
      connect: pool.connect.bind(pool),
      query: (text: string, values?: unknown[]) => refuse(text) ?? pool.query(text, values),
    }),
  });
  await queue.work([handleJob(type, () => Promise.reject(new Error('hurt')))]);
  await queue.enqueue(type, { id: 'one' });
  const points = await waitUntil(async () => {
    const { rows } = await pool.query('select points from rate_limits where key = $1', [nameWork(type, { id: 'one' })]);
    return refusals === 2 && rows[0]?.points === 0 ? rows : null;
  });
  expect(points).toEqual([{ points: 0 }]);
});

test('idle workers that poll leave half of the connections to other work', async () => {
  const type = defineJob({ name: 'rarely-enqueued', payload, concurrency: 30 });
  const { pool } = database;
  let [polls, running, peak] = [0, 0, 0];
  const query = async (text: string, values?: unknown[]) => {
    polls += 1;
    running += 1;
    peak = Math.max(peak, running);
    try {
      return await pool.query(text, values);
    } finally {
      running -= 1;
    }
  };
  const queue = await openQueue({ types: [type], pool: Object.assign(Object.create(pool), { query }) });
  await queue.work([handleJob(type, () => Promise.resolve())]);
  await waitUntil(() => polls > 60);
  expect(peak).toBe(pool.options.max / 2);
});

test('work whose process ended three times is dead-lettered, logged once, and its owner is notified', async () => {
  const type = defineJob({ name: 'poison', payload });
  const begun: string[] = [];
  const deadLettered: string[] = [];
  const { queue, said } = await start(
    handleJob(
      type,
      async ({ id }) => void begun.push(id),
      async ({ id }) => void deadLettered.push(id),
    ),
  );
  // The state after three processes have ended.
  const attempts = createJobAttempts(database.pool);
  for (let number = 1; number <= crashLimit; number += 1)
    expect(await attempts.begin(nameWork(type, { id: 'bad' }))).toBe(number);
  // Due work is enqueued again.
  await queue.enqueue(type, { id: 'bad' });
  await waitUntil(() => deadLettered.length === 1);
  await queue.enqueue(type, { id: 'bad' });
  await queue.enqueue(type, { id: 'good' });
  await waitUntil(() => deadLettered.length === 2 && begun.length === 1);
  expect([begun, deadLettered]).toEqual([['good'], ['bad', 'bad']]);
  expect(said('a job is dead-lettered: its process has ended in each attempt')).toBe(1);
  const kept = await database.pool.query(`select data from jobs.job where name = 'dead-letter'`);
  expect(kept.rows).toEqual([{ data: { name: 'poison', payload: { id: 'bad' } } }]);
});

test('suspect work runs alone, so that a crash is not blamed on its neighbors', async () => {
  const type = defineJob({ name: 'suspect', payload, concurrency: 4 });
  const over = Promise.withResolvers<void>();
  const begun: string[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const { queue } = await start(
    handleJob(type, async ({ id }) => {
      begun.push(id);
      if (id === 'unsuspected') return;
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await over.promise;
      atOnce -= 1;
    }),
  );
  const attempts = createJobAttempts(database.pool);
  for (const id of ['culprit', 'victim']) await attempts.begin(nameWork(type, { id }));
  for (const id of ['culprit', 'victim', 'unsuspected']) await queue.enqueue(type, { id });
  await waitUntil(() => begun.length >= 2 && begun.includes('unsuspected'));
  over.resolve();
  await waitUntil(() => begun.length === 3 && atOnce === 0);
  expect(mostAtOnce).toBe(1);
});

test('a failed attempt is not a crash, and progress resets the crash count', async () => {
  const type = defineJob({ name: 'stumbling', payload, retryDelaySeconds: 0 });
  const attempts = createJobAttempts(database.pool);
  const work = nameWork(type, { id: 'one' });
  const crashes = async () => {
    const { rows } = await database.pool.query('select points from rate_limits where key = $1', [work]);
    return rows.map(({ points }) => points);
  };
  for (let number = 1; number < crashLimit; number += 1) await attempts.begin(work);
  const counts: number[][] = [];
  const { queue } = await start(
    handleJob(type, async (_payload, run) => {
      counts.push(await crashes());
      if (counts.length === 1) throw new Error('stumbled');
      await run.progressed();
      counts.push(await crashes());
    }),
  );
  await queue.enqueue(type, { id: 'one' });
  await waitUntil(() => counts.length === 3);
  expect(counts).toEqual([[crashLimit], [crashLimit], []]);
});

test('each attempt is counted by its outcome, and the last failure is logged as an error', async () => {
  const type = defineJob({ name: 'failing', payload, retryLimit: 1, retryDelaySeconds: 0 });
  const { queue, said } = await start(
    handleJob(type, async () => {
      throw new Error('no luck');
    }),
  );
  await queue.enqueue(type, { id: 'one' });
  await waitUntil(() => said('job failed') === 2);
  const counted = await processRegistry.getSingleMetricAsString('leadlight_jobs_total');
  for (const series of ['kind="failing",outcome="retry"', 'kind="failing",outcome="failed"'])
    expect(counted).toContain(`leadlight_jobs_total{${series}} 1`);
  expect(counted).toContain('leadlight_jobs_total{kind="poison",outcome="dead-lettered"} 2');
});

test("one person's backlog does not block everyone else", async () => {
  const type = defineJob<{ workspaceId: WorkspaceId; number: number }>({
    name: 'fair',
    payload: z.strictObject({ workspaceId: workspaceIdSchema, number: z.number() }),
    concurrency: 3,
    concurrencyPerGroup: 2,
    groupOf: ({ workspaceId }) => workspaceId,
  });
  const begun: string[] = [];
  let goOn = (): void => undefined;
  const isOver = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const { queue } = await start(
    handleJob(type, async ({ workspaceId }) => {
      begun.push(workspaceId);
      await isOver;
    }),
  );
  for (let number = 0; number < 10; number += 1) await queue.enqueue(type, { workspaceId: 'busy', number });
  await waitUntil(() => begun.length === 2);
  await queue.enqueue(type, { workspaceId: 'other', number: 0 });
  await waitUntil(() => begun.includes('other'));
  expect(begun).toEqual(['busy', 'busy', 'other']);
  goOn();
  await waitUntil(() => begun.length === 11);
});

test('a start updates queues with other options and leaves the rest unchanged', async () => {
  const kept = defineJob({ name: 'kept-queue', payload });
  const former = defineJob({ name: 'changed-queue', payload, retryLimit: 3 });
  const present = defineJob({ name: 'changed-queue', payload, retryLimit: 5 });
  const { pool, listener } = database;
  const startWith = async (changed: typeof former) => {
    const logger = createLogger('silent');
    const types = [kept, changed];
    const queue = await startJobQueue({ pool, listener, isWorker: false, storage: unlimitedStorage, logger, types });
    await queue.stop();
    const { rows } = await pool.query<{ retry_limit: number; updated_on: Date }>(
      `select retry_limit, updated_on from jobs.queue where name in ('kept-queue', 'changed-queue') order by name`,
    );
    return rows;
  };
  const [, before] = await startWith(former);
  const [changed, after] = await startWith(present);
  expect([changed?.retry_limit, after?.retry_limit]).toEqual([5, 3]);
  expect(after?.updated_on).toEqual(before?.updated_on);
});

test('a worker is notified of a job as soon as it is stored, also after it lost its connection', async () => {
  const type = defineJob({ name: 'heard', payload });
  const { pool } = database;
  // Polling alone would not find the job within the test.
  const intervals = { pollSeconds: 600, pollSecondsWithoutListen: 600, monitorSeconds: 600 };
  const queue = await openQueue({ types: [type], intervals });
  const begun: string[] = [];
  await queue.work([handleJob(type, async ({ id }) => void begun.push(id))]);
  const expected: string[] = [];
  const expectHeard = async (id: string, transaction?: Transaction) => {
    await queue.enqueue(type, { id }, transaction === undefined ? {} : { transaction });
    expected.push(id);
  };
  // Wait until the first poll is over.
  await expectHeard('first');
  await waitUntil(() => begun.length === 1);
  await database.db.transaction((transaction) => expectHeard('with a row', transaction));
  await waitUntil(() => begun.length === 2);
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`,
  );
  await expectHeard('while nobody listened');
  await waitUntil(() => begun.length === 3);
  await expectHeard('after that');
  await waitUntil(() => begun.length === 4);
  expect(begun).toEqual(expected);
});

test('a worker takes a backlog without waiting for the poll interval', async () => {
  const type = defineJob({ name: 'backlog', payload, concurrency: 1 });
  const intervals = { pollSeconds: 600, pollSecondsWithoutListen: 600, monitorSeconds: 600 };
  const queue = await openQueue({ types: [type], intervals });
  const ids = Array.from({ length: 30 }, (_, number) => String(number));
  for (const id of ids) await queue.enqueue(type, { id });
  const begun: string[] = [];
  await queue.work([handleJob(type, async ({ id }) => void begun.push(id))]);
  await waitUntil(() => begun.length === ids.length);
  expect(begun).toEqual(ids);
});
