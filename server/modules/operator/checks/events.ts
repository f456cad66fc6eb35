import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Pool } from 'pg';
import { newId } from '#server/lib/ids.ts';
import { codeOf } from './database.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';

const events = defineCheck('Data', 'data.events', 'Events between processes');

const waitMs = 2_000;

const isHeard = async (pool: Pool, client: Client): Promise<boolean> => {
  const sent = newId();
  const heard = new Promise<boolean>((resolve) => {
    // Another doctor may ask at the same time.
    client.on('notification', ({ payload }) => {
      if (payload === sent) resolve(true);
    });
  });
  await client.query('listen doctor');
  await pool.query(`select pg_notify('doctor', $1)`, [sent]);
  return Promise.race([heard, sleep(waitMs, false)]);
};

/** Whether a connection to `DATABASE_LISTEN_URL` hears what is sent through `DATABASE_URL`. */
export const checkEvents = async (pool: Pool, listenUrl: string): Promise<CheckResult> => {
  const client = new Client({ connectionString: listenUrl, connectionTimeoutMillis: waitMs });
  // The query under way fails too.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await isHeard(pool, client))
      ? events.ok('A notification through `DATABASE_URL` arrives at `DATABASE_LISTEN_URL`.')
      : events.fault(
          'A notification through `DATABASE_URL` does not arrive at `DATABASE_LISTEN_URL`.',
          'Set `DATABASE_LISTEN_URL` to the server and the database that the pooler of `DATABASE_URL` leads to, without a pooler.',
        );
  } catch (error) {
    return events.fault(
      `No connection can listen at \`DATABASE_LISTEN_URL\` (${codeOf(error) || 'no answer'}).`,
      'Set `DATABASE_LISTEN_URL` to the server behind the pooler of `DATABASE_URL`, and look whether that server answers.',
    );
  } finally {
    await client.end();
  }
};
