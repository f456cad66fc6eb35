import type { Pool } from 'pg';
import type { Env } from '#server/config/env.ts';
import { isClosed } from '#server/database/embedded/folder/closedFolder.ts';
import { describeEncoding, describeReadOnly } from '#server/database/connection/requireWritable.ts';
import { readKnownMigrations } from '#server/database/knownMigrations.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';

export const reach = defineCheck('Data', 'data.reach', 'Database');
const version = defineCheck('Data', 'data.version', 'Version of PostgreSQL');
const migrations = defineCheck('Data', 'data.migrations', 'Tables');
const rights = defineCheck('Data', 'data.rights', 'Rights');
const writes = defineCheck('Data', 'data.writes', 'Writes');
const encodingCheck = defineCheck('Data', 'data.encoding', 'Encoding');

const oldestVersion = 15;

/** The address of the server, without user and password. */
const placeOf = (databaseUrl: string | undefined): string => {
  if (databaseUrl === undefined) return 'the embedded database';
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
};

const refusals: Readonly<Record<string, [found: string, remedy: string]>> = {
  ECONNREFUSED: ['Nothing listens there', 'Start the server, or set host and port in `DATABASE_URL`.'],
  ENOTFOUND: ['The name of its machine has no address', 'Set the host in `DATABASE_URL` to a name that exists.'],
  EAI_AGAIN: ['The name of its machine has no address', 'Set the host in `DATABASE_URL` to a name that exists.'],
  '28P01': ['It refuses the password', 'Set user and password in `DATABASE_URL`.'],
  '28000': ['It refuses the user', 'Set the user in `DATABASE_URL`, or allow it in pg_hba.conf of the server.'],
  '3D000': ['It has no database of that name', 'Create it (`createdb NAME`), or set the name in `DATABASE_URL`.'],
  '53300': ['It has no connection left', 'Raise `max_connections` of the server, or run fewer processes on it.'],
};

export const judgeFailure = (error: unknown, { DATABASE_URL: databaseUrl }: Env): CheckResult => {
  if (databaseUrl === undefined && isClosed(error))
    return reach.skipped('It is in DATA_DIR, which this process may not enter, see Data folder.');
  const cause: unknown = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const [found, remedy] = refusals[code] ?? [
    `It does not answer${code === '' ? '' : ` (${code})`}`,
    databaseUrl === undefined
      ? 'Run this again. If that does not help, restart Leadlight and look into its log.'
      : 'Check the server, and check that `DATABASE_URL` names it.',
  ];
  return reach.fault(`${found}: ${placeOf(databaseUrl)}.`, remedy);
};

type Facts = {
  version: string;
  number: number;
  has_tables: boolean;
  may_read: boolean;
  is_standby: boolean;
  is_read_only: boolean;
  encoding: string;
  user: string;
  owners: string[];
};

const judgeVersion = ({ version: name, number }: Facts): CheckResult =>
  number >= oldestVersion * 10_000
    ? version.ok(`PostgreSQL ${name}.`)
    : version.fault(
        `PostgreSQL ${name}, and Leadlight needs ${oldestVersion} or newer.`,
        `Upgrade the server, or set \`DATABASE_URL\` to one with PostgreSQL ${oldestVersion} or newer.`,
      );

const judgeWrites = ({ is_standby: isStandby, is_read_only: isReadOnly }: Facts, isServer: boolean): CheckResult => {
  if (!isStandby && !isReadOnly) return writes.ok('They are allowed.');
  if (!isServer) return writes.skipped('The embedded database is read-only, because its disk is full: see Free space.');
  const { found, remedy } = describeReadOnly(isStandby);
  return writes.fault(found, remedy);
};

const judgeEncoding = ({ encoding }: Facts): CheckResult => {
  const fault = describeEncoding(encoding);
  return fault ? encodingCheck.fault(fault.found, fault.remedy) : encodingCheck.ok(`${encoding}.`);
};

const judgeRights = ({ user, owners }: Facts): CheckResult =>
  owners.length === 0
    ? rights.ok('The user owns its tables.')
    : rights.fault(
        `The tables belong to ${owners.join(' and ')}, and \`DATABASE_URL\` names the user ${user}.`,
        `Set the user in \`DATABASE_URL\` to ${owners.join(' or ')}, or restore a backup into a new database that belongs to ${user}.`,
      );

const checkMigrations = async (
  pool: Pool,
  { has_tables: hasTables, may_read: mayRead }: Facts,
): Promise<CheckResult> => {
  if (!hasTables) return migrations.note('None yet: the first start creates them.');
  if (!mayRead) return migrations.skipped('They cannot be read, see Rights.');
  const { rows } = await pool.query<{ when: string }>('select created_at as when from drizzle.__drizzle_migrations');
  const applied = new Set(rows.map(({ when }) => Number(when)));
  const known = readKnownMigrations();
  const newest = known.at(-1);
  const missing = known.filter(({ when }) => !applied.has(when));
  if ([...applied].some((when) => when > (newest?.when ?? 0)))
    return migrations.fault(
      `A newer release has changed the tables. The last migration that this program knows is ${newest?.tag}.`,
      'Install the program that ran here last, or set `DATABASE_URL` to the database of this one.',
    );
  if (missing.length > 0)
    return migrations.fault(
      `${missing.length} of ${known.length} migrations are missing, from ${missing[0]?.tag} on.`,
      'Start this version once with the `DATABASE_URL` of this environment: each start brings the tables up to date.',
    );
  return migrations.ok(`Up to date (${newest?.tag}).`);
};

export type DatabaseOutcome = { results: CheckResult[]; isReadable: boolean };

/** Checks that the database is reachable and correct. Only reads. */
export const checkDatabase = async (pool: Pool, { DATABASE_URL: databaseUrl }: Env): Promise<DatabaseOutcome> => {
  const isServer = databaseUrl !== undefined;
  // This check reads only the system tables, which every user may read.
  const { rows } = await pool.query<Facts>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only,
       current_setting('server_encoding') as encoding,
       found.oid is not null as has_tables,
       coalesce(has_schema_privilege(found.relnamespace, 'usage') and has_table_privilege(found.oid, 'select'), true) as may_read,
       current_user::text as user,
       array(select distinct pg_get_userbyid(c.relowner)::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind in ('r', 'p') and n.nspname in ('public', 'jobs', 'drizzle')
           and not pg_has_role(current_user, c.relowner, 'usage')) as owners
     from (values (1)) one
     left join (pg_class found join pg_namespace n on n.oid = found.relnamespace and n.nspname = 'drizzle')
       on found.relname = '__drizzle_migrations'`,
  );
  const [facts] = rows;
  if (!facts) throw new Error('the database answered nothing');
  const results = [
    reach.ok(`It answers: ${placeOf(databaseUrl)}.`),
    judgeVersion(facts),
    judgeWrites(facts, isServer),
    judgeEncoding(facts),
    await checkMigrations(pool, facts),
    ...(isServer ? [judgeRights(facts)] : []),
  ];
  return { results, isReadable: facts.has_tables && facts.may_read };
};
