import type { Pool, PoolClient } from 'pg';
import { drizzle } from '#server/database/drizzle.ts';
import type { Database } from '#server/database/Database.ts';
import * as schema from '#server/database/schema.ts';
import { isDatabaseAway } from './isDatabaseAway.ts';

/**
 * Gives the stores access to a pool. Transactions get their connection here, because Drizzle 0.45 keeps a connection
 * whose BEGIN has failed. A single network stall would empty the pool until the process restarts.
 */
export const createDatabase = (pool: Pool): Database => {
  const onClients = new WeakMap<PoolClient, Database>();
  const databaseOf = (client: PoolClient): Database => {
    const database = onClients.get(client) ?? drizzle(client, { schema });
    onClients.set(client, database);
    return database;
  };
  const transaction: Database['transaction'] = async (work, config) => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      return await databaseOf(client).transaction(work, config);
    } catch (error) {
      // A connection with an unanswered statement would block its next user.
      if (error instanceof Error && isDatabaseAway(error)) broken = error;
      throw error;
    } finally {
      client.release(broken);
    }
  };
  return Object.assign(drizzle(pool, { schema }), { transaction });
};
