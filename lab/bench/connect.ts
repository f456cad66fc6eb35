import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import type { Cleanup } from './cleanup.ts';

/** Connects to a database; the end of the benchmark closes the connection. */
export const connect = async (cleanup: Cleanup, config: ClientConfig | string): Promise<Client> => {
  const client = new Client(config);
  await client.connect();
  cleanup.add(() => client.end());
  return client;
};
