import { sql } from '#server/database/drizzle.ts';
import type { Database } from '#server/database/Database.ts';
import { migrationLock } from '#server/database/migrate.ts';

/** The settings of every connection of the pool. */
const sessionSettings: Readonly<Record<string, string>> = {
  // No statement of the product may hold a connection longer.
  statement_timeout: '30s',
  // Starting a parallel worker takes longer than most statements.
  max_parallel_workers_per_gather: '0',
  // Pages come from memory or an SSD: with its default, which fits hard disks, PostgreSQL reads a second index of half a
  // million rows to save a thousand pages.
  random_page_cost: '1.1',
  // A page of 30,000 ads for sixteen clients takes 7 MB, which would otherwise be written to a file and read sixteen times.
  work_mem: '8MB',
  // Debian's PostgreSQL would compile a page of 30,000 ads for sixteen clients in 8 s, and read it in 0.6.
  jit: 'off',
};

/** The settings as PostgreSQL takes them with a connection. */
export const toOptions = (changes: Readonly<Record<string, string>> = {}): string =>
  Object.entries({ ...sessionSettings, ...changes })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/**
 * Makes the settings the defaults of the user in this database. A transaction pooler takes none with a connection, and
 * setting them in each transaction would cost a round trip.
 */
export const keepSettings = (db: Database): Promise<void> =>
  db.transaction(async (tx) => {
    // PostgreSQL fails one of two starts that change a user at the same time.
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
        // PostgreSQL takes values in the quotes of names too. Citus does not understand `from current`.
        const [role, setting] = [sql`current_user in database ${sql.identifier(database)}`, sql.identifier(name)];
        await tx.execute(sql`alter role ${role} set ${setting} = ${sql.identifier(value)}`);
      }
  });
