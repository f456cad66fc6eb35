import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import { from, to } from 'pg-copy-streams';
import { quoteColumns, quoteTable, sessionSettings } from './backup/DumpSession.ts';
import type { DumpSession } from './backup/DumpSession.ts';

/** The session's name in `pg_stat_activity`. */
export const applicationName = 'leadlight-archive';

export const openSession = async (connection: ClientConfig, engine: DumpSession['engine']): Promise<DumpSession> => {
  const client = new Client({ ...connection, application_name: applicationName, keepAlive: true });
  // The current statement also fails. Without a listener, the process would end before it could report the failure.
  client.on('error', () => {});
  await client.connect();
  await client.query(sessionSettings);
  return {
    engine,
    query: async (text, values) => (await client.query(text, values)).rows,
    execute: async (text) => {
      await client.query(text);
    },
    copyOut: (table) => client.query(to(`copy (select ${quoteColumns(table)} from ${quoteTable(table)}) to stdout`)),
    copyIn: (table, text) =>
      pipeline(
        Readable.from([text]),
        client.query(from(`copy ${quoteTable(table)} (${quoteColumns(table)}) from stdin`)),
      ),
    close: () => client.end(),
  };
};
