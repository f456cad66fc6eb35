import { openDatabase } from '#server/database/connection/openDatabase.ts';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import { createLogger } from '#server/lib/logging/logger.ts';

/** Opens a database, or the embedded one of an unused folder, runs a function and closes the database. */
export const withDatabase = async <T>(
  place: { databaseUrl?: string | undefined; dataDir?: string },
  look: (database: OpenDatabase) => Promise<T>,
): Promise<T> => {
  const database = await openDatabase({
    ...place,
    logger: createLogger('silent'),
    onCrash: (error) => {
      throw error;
    },
  });
  try {
    return await look(database);
  } finally {
    await database.close();
  }
};
