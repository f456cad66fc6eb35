import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { channelOf } from '#server/realtime/EventAdapter.ts';
import { now } from '#testing/startProduct.ts';
import { processorSeconds } from '#lab/faults/processorSeconds.ts';
import type { ScenarioContext } from '#lab/faults/Scenario.ts';
import type { Scaled, ScaledRole } from '#lab/faults/startScaled.ts';

/** The parts of a scaled install. */
export const partNames = ['nginx', 'web', 'api', 'worker', 'postgres'] as const;
export type Part = (typeof partNames)[number];

/** The resources used since the meter was created or last read. */
export type Spending = {
  seconds: number;
  /** Processor seconds. */
  spent: Record<Part, number>;
  notifications: number;
  jobs: number;
  /** Kilobytes of the write-ahead log. */
  logKilobytes: number;
};

export type Meter = {
  client: Client;
  read(): Promise<Spending>;
  /** @throws when one kind of notification was never counted */
  checkHeard(): void;
};

type Counts = { jobs: number; log: number };

/** The channels on which the product's processes listen: one for events, and pg-boss's channel for new jobs. */
const channels = [channelOf('/'), `pgboss_${createHash('sha224').update('jobs').digest('hex').slice(0, 24)}`];

/** Counts the processor time, notifications, jobs and write-ahead log of a scaled install with all roles. */
export const meterParts = async (context: ScenarioContext, scaled: Scaled): Promise<Meter> => {
  const client = new Client(scaled.databaseUrl);
  await client.connect();
  context.onEnd(() => client.end());
  let notifications = 0;
  const unheard = new Set(channels);
  client.on('notification', ({ channel }) => {
    notifications += 1;
    unheard.delete(channel);
  });
  for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`);
  const { rows } = await client.query<{ file: string }>(`select pg_read_file('postmaster.pid') as file`);
  const pidsOf = (role: ScaledRole): number[] => scaled.of(role).map(({ product }) => product.pid);
  const pids: Record<Part, number[]> = {
    nginx: [Number(await readFile(join(context.folder, 'nginx', 'nginx.pid'), 'utf8'))],
    web: pidsOf('web'),
    api: pidsOf('api'),
    worker: pidsOf('worker'),
    postgres: [Number.parseInt(rows[0]?.file ?? '', 10)],
  };
  const count = async (): Promise<Counts> => {
    // Every load ends before the queue deletes finished jobs.
    const { rows: found } = await client.query<Counts>(
      `select (select count(*) from jobs.job_common)::int as jobs,
        (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as log`,
    );
    if (!found[0]) throw new Error('PostgreSQL has not answered');
    return found[0];
  };
  const secondsOf = async (part: Part): Promise<number> => {
    const seconds = await Promise.all(pids[part].map(processorSeconds));
    return seconds.reduce((sum, each) => sum + each, 0);
  };
  const look = async () => {
    const counts = await count();
    const spent = await Promise.all(partNames.map(async (part) => [part, await secondsOf(part)] as const));
    return { at: now(), notifications, ...counts, spent: Object.fromEntries(spent) as Record<Part, number> };
  };
  let before = await look();
  return {
    client,
    checkHeard: () => {
      if (unheard.size > 0) throw new Error(`no notification on ${[...unheard].join(', ')}`);
    },
    read: async () => {
      const after = await look();
      const spending: Spending = {
        seconds: (after.at - before.at) / 1000,
        spent: Object.fromEntries(partNames.map((part) => [part, after.spent[part] - before.spent[part]])) as Record<
          Part,
          number
        >,
        notifications: after.notifications - before.notifications,
        jobs: after.jobs - before.jobs,
        logKilobytes: (after.log - before.log) / 1024,
      };
      before = after;
      return spending;
    },
  };
};
