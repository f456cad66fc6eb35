import { sql } from '#server/database/drizzle.ts';
import type { TestProject } from 'vitest/node';
import { onServer, templateName } from './openTestDatabase.ts';
import { startPostgres } from './startPostgres.ts';
import { withDatabase } from './withDatabase.ts';

/** A migrated database that every test file copies: a copy takes 30 ms, the migrations 300 ms. */
const createTemplate = async (serverUrl: string): Promise<void> => {
  await onServer(serverUrl, `create database ${templateName}`);
  const url = new URL(serverUrl);
  url.pathname = `/${templateName}`;
  await withDatabase({ databaseUrl: url.href }, ({ db }) => db.execute(sql`analyze`));
};

/** One PostgreSQL server for all test files of the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  await createTemplate(server.url);
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
