import type { Pool } from 'pg';

/** Whether a statement waits for a row that another transaction of this database holds. */
export const isSomebodyWaiting = async (pool: Pool): Promise<boolean> => {
  const { rows } = await pool.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length > 0;
};
