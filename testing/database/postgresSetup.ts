import { sql } from '#server/database/drizzle.ts';
import type { TestProject } from 'vitest/node';
import { onServer, templateName } from './openTestDatabase.ts';
import { distribute, onDatabase } from './distribute.ts';
import { startPgbouncer } from './startPgbouncer.ts';
import { startPostgres } from './startPostgres.ts';
import type { TestPostgres } from './startPostgres.ts';
import { withDatabase } from './withDatabase.ts';

/** A migrated database that every test file copies: a copy takes 30 ms, the migrations 300 ms. */
const createTemplate = async ({ url, servers }: TestPostgres): Promise<void> => {
  for (const server of servers) await onServer(server, `create database ${templateName}`);
  if (servers.length > 1) await distribute(servers, templateName);
  await withDatabase({ databaseUrl: onDatabase(url, templateName) }, ({ db }) => db.execute(sql`analyze`));
  if (servers.length === 1) return;
  for (const server of servers) {
    // Citus keeps a connection to each of its databases, and a database with connections cannot be copied.
    await onServer(server, `alter database ${templateName} allow_connections false`);
    await onServer(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${templateName}'`);
  }
};

/** Pooler connections per test database: fewer than the pools of two processes. */
const poolSize = 12;

/** One PostgreSQL server for all test files of the run. With TEST_PGBOUNCER=true, pools reach it through PgBouncer. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  await createTemplate(server);
  const pgbouncer = process.env['TEST_PGBOUNCER'] === 'true' ? await startPgbouncer(server.url, { poolSize }) : null;
  project.provide('postgresUrls', server.servers);
  project.provide('pooledUrl', pgbouncer?.through(server.url) ?? server.url);
  return async () => {
    await pgbouncer?.stop();
    await server.stop();
  };
}
