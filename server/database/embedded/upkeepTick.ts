import type { Pool } from 'pg';
import type { AppContext } from '#server/AppContext.ts';
import type { Tick } from '#server/jobs/startTicker.ts';

/** So often it is looked whether a table needs upkeep; at most one has it then, since everybody waits meanwhile. */
const lookEveryMs = 5_000;

/** As autovacuum decides: so many rows, and such a part of the table. */
const threshold = { rows: 50, dead: 0.2, changed: 0.1 };

type Table = { name: string; isBloated: boolean };

/** The table that needs it most, of all schemas. */
const findTable = async (pool: Pool): Promise<Table | null> => {
  // What was counted is told with a delay otherwise.
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<Table>(
    `select name, is_bloated as "isBloated" from (
       select format('%I.%I', s.schemaname, s.relname) as name,
         s.n_dead_tup > $1 + $2 * live.rows as is_bloated,
         s.n_mod_since_analyze > $1 + $3 * live.rows as is_changed,
         greatest(s.n_dead_tup, s.n_mod_since_analyze) / (live.rows + $1) as need
       from pg_stat_user_tables s
       join pg_class c on c.oid = s.relid
       cross join lateral (select greatest(s.n_live_tup, c.reltuples, 0) as rows) live
     ) tables
     where is_bloated or is_changed
     order by need desc
     limit 1`,
    [threshold.rows, threshold.dead, threshold.changed],
  );
  return rows[0] ?? null;
};

/**
 * What autovacuum does on a server, where it is a process of its own: gives back the room of deleted rows, and counts what the
 * planner goes by. Without the counts a large list is read through for every page of it.
 */
export const upkeepTick = ({ pool, isEmbedded }: Pick<AppContext, 'pool' | 'isEmbedded'>): Tick => {
  let nextLookAt = 0;
  return {
    name: 'upkeep',
    run: async () => {
      if (!isEmbedded || performance.now() < nextLookAt) return;
      nextLookAt = performance.now() + lookEveryMs;
      const table = await findTable(pool);
      if (table) await pool.query(`${table.isBloated ? 'vacuum (analyze)' : 'analyze'} ${table.name}`);
    },
  };
};
