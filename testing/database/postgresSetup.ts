import { sql } from '#server/database/drizzle.ts';
import { openDatabase } from '#server/database/connection/openDatabase.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import type { TestProject } from 'vitest/node';
import { onServer, templateName } from './openTestDatabase.ts';
import { startPostgres } from './startPostgres.ts';

/** A migrated database that every test file copies: a copy takes 30 ms, the migrations 300 ms. */
const createTemplate = async (serverUrl: string): Promise<void> => {
  await onServer(serverUrl, `create database ${templateName}`);
  const url = new URL(serverUrl);
  url.pathname = `/${templateName}`;
  const database = await openDatabase({
    databaseUrl: url.href,
    logger: createLogger('silent'),
    onCrash: (error) => {
      throw error;
    },
  });
  await database.db.execute(sql`analyze`);
  await database.close();
};

/** One PostgreSQL server for all test files of the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  await createTemplate(server.url);
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
