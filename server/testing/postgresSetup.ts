import type { TestProject } from 'vitest/node';
import { startPostgres } from './startPostgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the tests' PostgreSQL server; empty where the tests run on the embedded database. */
    postgresUrl: string;
  }
}

/** One PostgreSQL server for all test files of the project; each file makes a database of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
