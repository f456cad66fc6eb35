import { Client } from 'pg';

/** Connects to a PostgreSQL server while a function runs. */
export const withClient = async <T>(connectionString: string, use: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
};
