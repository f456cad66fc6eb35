import type { Pool } from 'pg';

/** 16 MiB each: more than the largest import writes before the disk guard acts. */
const wantedSegments = 5;

/**
 * Makes the server create log segments in advance. PostgreSQL stops when it cannot create a segment. It reuses existing
 * segments (up to `min_wal_size`), so it continues while the disk is full.
 */
export const reserveLog = async (pool: Pool): Promise<void> => {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from pg_ls_waldir()');
  const missing = wantedSegments - (rows[0]?.count ?? 0);
  if (missing <= 0) return;
  for (let segment = 0; segment < missing; segment += 1) {
    // PostgreSQL does not keep an empty segment for later.
    await pool.query(`select pg_logical_emit_message(false, 'leadlight', '')`);
    await pool.query('select pg_switch_wal()');
  }
  // A checkpoint turns used segments into new ones.
  await pool.query('checkpoint');
};
