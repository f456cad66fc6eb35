import { sql } from '#server/database/drizzle.ts';
import type { TestProject } from 'vitest/node';
import { onServer, templateName } from './openTestDatabase.ts';
import { startPgbouncer } from './startPgbouncer.ts';
import { startPostgres } from './startPostgres.ts';
import { withDatabase } from './withDatabase.ts';

/** A migrated database that every test file copies: a copy takes 30 ms, the migrations 300 ms. */
const createTemplate = async (serverUrl: string): Promise<void> => {
  await onServer(serverUrl, `create database ${templateName}`);
  const url = new URL(serverUrl);
  url.pathname = `/${templateName}`;
  await withDatabase({ databaseUrl: url.href }, ({ db }) => db.execute(sql`analyze`));
};

/** Connections that a test's database has through the pooler: fewer than the pools of two processes. */
const poolSize = 12;

/** One PostgreSQL server for all test files of the run. With TEST_PGBOUNCER=true, pools reach it through PgBouncer. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  await createTemplate(server.url);
  const pgbouncer = process.env['TEST_PGBOUNCER'] === 'true' ? await startPgbouncer(server.url, { poolSize }) : null;
  project.provide('postgresUrl', server.url);
  project.provide('pooledUrl', pgbouncer?.through(server.url) ?? server.url);
  return async () => {
    await pgbouncer?.stop();
    await server.stop();
  };
}
