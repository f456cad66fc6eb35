import { sql } from '#server/database/drizzle.ts';
import type { Database } from '#server/database/Database.ts';
import { migrationLock } from '#server/database/migrate.ts';

/** Settings for every connection in the pool. */
const sessionSettings: Readonly<Record<string, string>> = {
  // No statement of the product may hold a connection for longer.
  statement_timeout: '30s',
  // Starting a parallel worker takes longer than most statements.
  max_parallel_workers_per_gather: '0',
  // Pages come from memory or an SSD. With the default, which suits hard disks, PostgreSQL reads a second index of half
  // a million rows to save a thousand pages.
  random_page_cost: '1.1',
  // A page of 30,000 ads for sixteen clients takes 7 MB. With less memory it would be written to a file and read
  // sixteen times.
  work_mem: '8MB',
  // With JIT, Debian's PostgreSQL spends 8 s compiling a query that takes 0.6 s (30,000 ads for sixteen clients).
  jit: 'off',
};

/** Formats the settings as connection options for PostgreSQL. */
export const toOptions = (changes: Readonly<Record<string, string>> = {}): string =>
  Object.entries({ ...sessionSettings, ...changes })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/**
 * Makes the settings the user's defaults in this database. A transaction pooler accepts no connection options, and
 * setting them in each transaction would cost a round trip.
 */
export const keepSettings = (db: Database): Promise<void> =>
  db.transaction(async (tx) => {
    // When two processes change a user at the same time, PostgreSQL fails one of them.
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
    const { rows } = await tx.execute<{ database: string; kept: string[] }>(
      sql`select d.datname as database, coalesce(s.setconfig, '{}') as kept
          from pg_database d
          left join pg_db_role_setting s on s.setdatabase = d.oid and s.setrole = current_user::regrole
          where d.datname = current_database()`,
    );
    for (const { database, kept } of rows)
      for (const [name, value] of Object.entries(sessionSettings)) {
        if (kept.includes(`${name}=${value}`)) continue;
        // PostgreSQL also accepts values in identifier quotes. Citus does not understand `from current`.
        const [role, setting] = [sql`current_user in database ${sql.identifier(database)}`, sql.identifier(name)];
        await tx.execute(sql`alter role ${role} set ${setting} = ${sql.identifier(value)}`);
      }
  });
