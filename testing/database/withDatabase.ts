import { openDatabase } from '#server/database/connection/openDatabase.ts';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import { createLogger } from '#server/lib/logging/logger.ts';

/** A server's database, or the embedded one of an unused folder. */
type Place = { databaseUrl?: string | undefined; listenUrl?: string; dataDir?: string };

/** Opens a database without a log. */
export const openSilently = (place: Place): Promise<OpenDatabase> =>
  openDatabase({
    ...place,
    logger: createLogger('silent'),
    onCrash: (error) => {
      throw error;
    },
  });

/** Opens a database, runs a function and closes the database. */
export const withDatabase = async <T>(place: Place, use: (database: OpenDatabase) => Promise<T>): Promise<T> => {
  const database = await openSilently(place);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
};
