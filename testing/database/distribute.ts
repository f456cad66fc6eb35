import { readFile } from 'node:fs/promises';
import { withClient } from './withClient.ts';
import { withDatabase } from './withDatabase.ts';

/** The same database on another server. */
export const onDatabase = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
};

const distribution = new URL('../../deploy/citus/distribute.sql', import.meta.url);

/**
 * Migrates a database of a Citus cluster and distributes its tables.
 * @param servers the coordinator, then the workers; all have the database
 */
export const distribute = async (servers: readonly string[], name: string): Promise<void> => {
  const [coordinator = '', ...workers] = servers.map((server) => onDatabase(server, name));
  for (const url of [...workers, coordinator])
    await withClient(url, (client) => client.query('create extension if not exists citus'));
  await withClient(coordinator, async (client) => {
    const add = async (statement: string, url: string): Promise<void> => {
      const { hostname, port } = new URL(url);
      await client.query(statement, [hostname, Number(port)]);
    };
    await add('select citus_set_coordinator_host($1, $2)', coordinator);
    for (const worker of workers) await add('select citus_add_node($1, $2)', worker);
  });
  await withDatabase({ databaseUrl: coordinator }, async ({ pool }) => {
    await pool.query(await readFile(distribution, 'utf8'));
  });
};
