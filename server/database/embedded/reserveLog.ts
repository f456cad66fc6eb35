import type { Pool } from 'pg';

/** 16 MiB each: more than the largest import writes until the guard of the disk has acted. */
const wantedSegments = 5;

/**
 * Makes the server lay out segments of its log ahead, where it has too few. PostgreSQL ends when it cannot make a new segment. It uses
 * those that it has again and again (up to `min_wal_size`), so that it goes on while the disk is full.
 */
export const reserveLog = async (pool: Pool): Promise<void> => {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from pg_ls_waldir()');
  const missing = wantedSegments - (rows[0]?.count ?? 0);
  if (missing <= 0) return;
  for (let segment = 0; segment < missing; segment += 1) {
    // An empty segment is not left for the next one.
    await pool.query(`select pg_logical_emit_message(false, 'leadlight', '')`);
    await pool.query('select pg_switch_wal()');
  }
  // Used segments become new ones at a checkpoint.
  await pool.query('checkpoint');
};
