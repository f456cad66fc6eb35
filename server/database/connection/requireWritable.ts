import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import type { Logger } from '#server/lib/logging/logger.ts';

/** The required text encoding. SQL_ASCII stores bytes unchecked and does not recognize letters. */
const neededEncoding = 'UTF8';

type Facts = { isStandby: boolean; isReadOnly: boolean; encoding: string; hasTables: boolean };

export const describeReadOnly = (isStandby: boolean): { found: string; remedy: string } =>
  isStandby
    ? {
        found: 'The database server is a standby in recovery, so nothing can be saved.',
        remedy: 'Set `DATABASE_URL` to the address of the primary, or promote this server.',
      }
    : {
        found: 'The database is read-only (`default_transaction_read_only` is on), so nothing can be saved.',
        remedy:
          'Hosted databases do this when their disk is full: look at its storage there. Then `alter database NAME reset default_transaction_read_only;`, or the same for the user or the server.',
      };

export const describeEncoding = (encoding: string): { found: string; remedy: string } | null =>
  encoding === neededEncoding
    ? null
    : {
        found: `The encoding of the database is ${encoding}, and Leadlight needs ${neededEncoding}: names with accents would be damaged or refused.`,
        remedy: `Create a database with \`createdb --encoding=${neededEncoding} --template=template0 NAME\`, and set its name in \`DATABASE_URL\`. If there are leads in this one, restore a backup of it there.`,
      };

/**
 * Refuses to start on a server that refuses writes, and on a new database that could not store every text.
 * @throws StartRefusedError
 */
export const requireWritable = async (config: ClientConfig, logger: Logger): Promise<void> => {
  const client = new Client(config);
  // A broken connection fails the statement.
  client.on('error', (error) => logger.debug({ area: 'database', err: error }, 'a database connection broke'));
  try {
    await client.connect();
    const { rows } = await client.query<Facts>(
      `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly",
         current_setting('server_encoding') as encoding,
         to_regclass('drizzle.__drizzle_migrations') is not null as "hasTables"`,
    );
    const [facts] = rows;
    if (!facts) throw new Error('the database answered nothing');
    if (facts.isStandby || facts.isReadOnly) {
      const { found, remedy } = describeReadOnly(facts.isStandby);
      throw new StartRefusedError(`${found} ${remedy}`);
    }
    const encoding = describeEncoding(facts.encoding);
    if (!encoding) return;
    if (!facts.hasTables) throw new StartRefusedError(`${encoding.found} ${encoding.remedy}`);
    logger.error({ area: 'database', encoding: facts.encoding }, 'the database has the wrong encoding: run the doctor');
  } finally {
    await client.end();
  }
};
