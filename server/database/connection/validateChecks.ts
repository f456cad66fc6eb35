import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import type { Logger } from '#server/lib/logging/logger.ts';

/** An arbitrary number that no other lock in the database uses. */
const validationLock = 4_719_203_117;

const checkViolation = '23514';

/** The checks of each table in one statement, which reads the table once. Partitions follow their table. */
export const unvalidatedChecks = `
  select format('alter table %s %s', conrelid::regclass,
    string_agg(format('validate constraint %I', conname), ', ' order by conname)) as statement
  from pg_constraint
  where contype = 'c' and not convalidated and conislocal and connamespace = current_schema()::regnamespace
  group by conrelid order by conrelid::regclass::text`;

export type Validation = { done: Promise<void>; end(): Promise<void> };

/**
 * Compares stored rows with the checks that a migration added as `not valid`. The checks hold for new rows at once, so
 * nothing waits for this, and it blocks no reader or writer. An interrupted validation continues at the next start.
 * @param statements the rows of `unvalidatedChecks`
 */
export const validateChecks = (config: ClientConfig, statements: readonly string[], logger: Logger): Validation => {
  const client = new Client(config);
  let isEnding = false;
  const validate = async (): Promise<void> => {
    await client.connect();
    const { rows: locks } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      validationLock,
    ]);
    // Another process validates.
    if (!locks[0]?.taken) return;
    for (const statement of statements)
      try {
        await client.query(statement);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === checkViolation)) throw error;
        // The row works as before until somebody changes it.
        logger.warn({ area: 'database', err: error }, 'a stored row has a value that this release does not know');
      }
  };
  client.on('error', (error) => logger.debug({ area: 'database', err: error }, 'a database connection broke'));
  const work = validate().catch((error: unknown) => {
    if (!isEnding) logger.warn({ area: 'database', err: error }, 'stored rows could not be validated');
  });
  return {
    done: work.then(() => client.end()),
    end: () => {
      isEnding = true;
      return client.end();
    },
  };
};
