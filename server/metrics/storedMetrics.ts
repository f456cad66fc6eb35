import type { Pool } from 'pg';
import * as z from 'zod';

const queue = z.object({
  kind: z.string(),
  due: z.number(),
  waiting: z.number(),
  active: z.number(),
  oldestDueSeconds: z.number(),
});

/** The queue of one kind of job. `waiting`: the start time is in the future. */
export type QueueMetrics = z.output<typeof queue>;

const exportGroup = z.object({ platform: z.string().nullable(), state: z.string(), count: z.number() });
const connectionGroup = z.object({ platform: z.string(), state: z.string(), count: z.number() });

export type StoredMetrics = {
  queues: QueueMetrics[];
  /** Unfinished exports. The platform is null for exports of whole lists. */
  exports: z.output<typeof exportGroup>[];
  connections: z.output<typeof connectionGroup>[];
  /** Leads named by a webhook and not fetched yet. */
  openLeadEvents: number;
  /** Null: there is no daily backup yet. */
  backupAgeSeconds: number | null;
  /** The database refuses writes. */
  isReadOnly: boolean;
};

// A union, because each half can use an index of the queue's table. Finished jobs stay in the table for a day.
const queueMetrics = `
  select name as kind,
         count(*) filter (where state < 'active' and start_after <= now())::int as due,
         count(*) filter (where state < 'active' and start_after > now())::int as waiting,
         count(*) filter (where state = 'active')::int as active,
         coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0)::float8
           as "oldestDueSeconds"
  from (
    select name, state, start_after from jobs.job where state < 'active' and not blocked
    union all
    select name, state, start_after from jobs.job where state = 'active'
  ) living
  group by name`;

export const readQueueMetrics = async (pool: Pool): Promise<QueueMetrics[]> =>
  z.array(queue).parse((await pool.query(queueMetrics)).rows);

/** Totals for all people. */
export const readStoredMetrics = async (pool: Pool): Promise<StoredMetrics> => {
  const queues = await readQueueMetrics(pool);
  const exports = await pool.query(
    `select platform, state, count(*)::int as count from exports
     where state in ('waiting', 'queued', 'running') group by platform, state`,
  );
  const connections = await pool.query(
    `select platform, case when reconnect_reason is null then 'connected' else 'reconnect' end as state,
            count(*)::int as count
     from connections group by 1, 2`,
  );
  const leadEvents = await pool.query(
    `select count(*)::int as count, current_setting('transaction_read_only') = 'on' as "isReadOnly"
     from lead_events where done_at is null`,
  );
  const [{ count, isReadOnly }] = z
    .tuple([z.object({ count: z.number(), isReadOnly: z.boolean() })])
    .parse(leadEvents.rows);
  const backup = await pool.query(`select extract(epoch from now() - max(done_at))::float8 as age from daily_backups`);
  return {
    queues,
    exports: z.array(exportGroup).parse(exports.rows),
    connections: z.array(connectionGroup).parse(connections.rows),
    openLeadEvents: count,
    backupAgeSeconds: z.tuple([z.object({ age: z.number().nullable() })]).parse(backup.rows)[0].age,
    isReadOnly,
  };
};
