import { createServerDatabase } from '#server/testing/openTestDatabase.ts';

/** An empty database for a product of a test's own. */
export const createOwnDatabase = async (): Promise<{ url: string; drop(): Promise<void> }> => {
  const database = await createServerDatabase();
  if (!database) throw new Error('The attacks have no PostgreSQL server');
  return database;
};
