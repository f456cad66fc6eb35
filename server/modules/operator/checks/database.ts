import type { Pool } from 'pg';
import type { Env } from '#server/config/env.ts';
import { isClosed } from '#server/database/embedded/folder/closedFolder.ts';
import { ageOfEmbedded, embeddedRelease } from '#server/database/embedded/server/embeddedRelease.ts';
import { describeEncoding, describeReadOnly } from '#server/database/connection/requireWritable.ts';
import { readKnownMigrations } from '#server/database/knownMigrations.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';

const reach = defineCheck('Data', 'data.reach', 'Database');
const version = defineCheck('Data', 'data.version', 'Version of PostgreSQL');
const pages = defineCheck('Data', 'data.pages', 'Pages of the database');
const migrations = defineCheck('Data', 'data.migrations', 'Tables');
const rights = defineCheck('Data', 'data.rights', 'Rights');
const room = defineCheck('Data', 'data.connections', 'Connections');
const writes = defineCheck('Data', 'data.writes', 'Writes');
const encodingCheck = defineCheck('Data', 'data.encoding', 'Encoding');
const clock = defineCheck('Data', 'data.clock', 'Clock of the database');

const oldestVersion = 15;
/** A process uses ten connections for its work, which a pooler can share, and one that listens. */
const connectionsOfProcess = { direct: 11, pooled: 1 };
const slowMs = 100;
const clockSeconds = 5;
const nearer = 'If that stays so, put the server of `DATABASE_URL` nearer, or give its machine more.';

/** The address of the server, without user and password. */
export const placeOf = (databaseUrl: string | undefined): string => {
  if (databaseUrl === undefined) return 'the embedded database';
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
};

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const refusals: Readonly<Record<string, [found: string, remedy: string]>> = {
  ECONNREFUSED: ['Nothing listens there', 'Start the server, or set host and port in `DATABASE_URL`.'],
  ENOTFOUND: ['The name of its machine has no address', 'Set the host in `DATABASE_URL` to a name that exists.'],
  EAI_AGAIN: ['The name of its machine has no address', 'Set the host in `DATABASE_URL` to a name that exists.'],
  '28P01': ['It refuses the password', 'Set user and password in `DATABASE_URL`.'],
  '28000': ['It refuses the user', 'Set the user in `DATABASE_URL`, or allow it in pg_hba.conf of the server.'],
  '3D000': ['It has no database of that name', 'Make it (`createdb NAME`), or set the name in `DATABASE_URL`.'],
  '53300': ['It has no connection left', 'Raise `max_connections` of the server, or run fewer processes on it.'],
};

const judgeFailure = (error: unknown, databaseUrl: string | undefined): CheckResult => {
  const code = codeOf(error);
  if (databaseUrl === undefined && isClosed(error))
    return reach.skipped('It is in DATA_DIR, which this process may not enter, see Data folder.');
  const place = placeOf(databaseUrl);
  const [found, remedy] = refusals[code] ?? [
    `It does not answer${code === '' ? '' : ` (${code})`}`,
    'Look after the server, and whether `DATABASE_URL` names it.',
  ];
  return reach.fault(`${found}: ${place}.`, remedy);
};

type Facts = {
  version: number;
  now: Date;
  has_tables: boolean;
  may_read: boolean;
  is_standby: boolean;
  is_read_only: boolean;
  encoding: string;
  damaged_pages: number;
};

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const ownServer =
  'Upgrade Leadlight, which brings a newer one. To choose the version yourself, set `DATABASE_URL` to your own PostgreSQL: `npm run backup`, then `npm run restore` there.';

/** The age of the embedded PostgreSQL, from what the build knows. */
export const judgeEmbeddedAge = (now: Date): CheckResult => {
  const { days, missed } = ageOfEmbedded(now);
  const found = `PostgreSQL ${embeddedRelease.version} of ${embeddedRelease.releasedOn}, ${days} days old.`;
  if (missed === 0) return version.ok(found);
  return version.note(
    `${found} By PostgreSQL's calendar, ${missed} minor ${missed === 1 ? 'release has' : 'releases have'} followed.`,
    ownServer,
  );
};

const judgeVersion = (number: number): CheckResult => {
  const major = Math.floor(number / 10_000);
  if (major >= oldestVersion) return version.ok(`PostgreSQL ${major}.`);
  return version.fault(
    `PostgreSQL ${major}, and Leadlight needs ${oldestVersion} or newer.`,
    `Upgrade the server, or set \`DATABASE_URL\` to one with PostgreSQL ${oldestVersion} or newer.`,
  );
};

const judgeWrites = ({ is_standby: isStandby, is_read_only: isReadOnly }: Facts, isServer: boolean): CheckResult => {
  if (!isStandby && !isReadOnly) return writes.ok('They are allowed.');
  if (!isServer)
    return writes.fault(
      'The embedded database is read-only, because its disk is full.',
      'Make room on the disk of `DATA_DIR`: writing continues by itself.',
    );
  const { found, remedy } = describeReadOnly(isStandby);
  return writes.fault(found, remedy);
};

const judgeEncoding = (encoding: string): CheckResult => {
  const fault = describeEncoding(encoding);
  return fault ? encodingCheck.fault(fault.found, fault.remedy) : encodingCheck.ok(`${encoding}.`);
};

/** PostgreSQL counts the damaged pages that it has read since its statistics began. */
const judgePages = (damaged: number): CheckResult =>
  damaged === 0
    ? pages.ok('None that was read is damaged.')
    : pages.fault(
        `${damaged} damaged pages were read: they do not match their checksums.`,
        'Stop Leadlight and copy the files of the database as they are, before anything else. Look at the disk for errors. Then restore a backup into an empty database, and keep the old one until everything is there.',
      );

const judgeClock = (theirs: Date, ours: Date): CheckResult => {
  const aheadSeconds = Math.round((theirs.getTime() - ours.getTime()) / 1000);
  if (Math.abs(aheadSeconds) <= clockSeconds) return clock.ok('The same as ours.');
  return clock.warning(
    `It is ${Math.abs(aheadSeconds)} s ${aheadSeconds > 0 ? 'ahead of' : 'behind'} ours.`,
    'Keep the time of the machine of `DATABASE_URL` and of this one by the network: `timedatectl set-ntp true`.',
  );
};

const checkMigrations = async (pool: Pool, hasTables: boolean): Promise<CheckResult> => {
  if (!hasTables) return migrations.note('None yet: the first start makes them.');
  const { rows } = await pool.query<{ when: string }>('select created_at as when from drizzle.__drizzle_migrations');
  const applied = new Set(rows.map(({ when }) => Number(when)));
  const known = readKnownMigrations();
  const missing = known.filter(({ when }) => !applied.has(when));
  const newest = Math.max(...known.map(({ when }) => when));
  const newer = [...applied].filter((when) => when > newest);
  if (newer.length > 0)
    return migrations.fault(
      `The database has ${newer.length} migrations that this program does not know, the last of ${new Date(Math.max(...newer)).toISOString().slice(0, 10)}. The last one known is ${known.at(-1)?.tag ?? ''}.`,
      'Install the program that ran here last, or set `DATABASE_URL` to the database of this one.',
    );
  if (missing.length > 0)
    return migrations.fault(
      `${missing.length} of ${known.length} migrations are missing, from ${missing[0]?.tag ?? ''} on.`,
      'Start this version once with the `DATABASE_URL` of this environment: each start brings the tables up to date.',
    );
  return migrations.ok(`Up to date (${known.at(-1)?.tag ?? ''}).`);
};

type Rights = { user: string; database: string; may_create: boolean; owners: string[]; is_system_owner: boolean };

/** Reads only the catalog, which every user may read. */
const checkRights = async (pool: Pool): Promise<CheckResult> => {
  const { rows } = await pool.query<Rights>(
    `select current_user::text as user, current_database()::text as database,
       has_database_privilege(current_database(), 'create') as may_create,
       coalesce(array_agg(distinct pg_get_userbyid(owner)::text) filter (where owner is not null), '{}') as owners,
       coalesce(bool_or(owner = 10), false) as is_system_owner
     from (select c.relowner as owner from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where c.relkind in ('r', 'p') and n.nspname in ('public', 'jobs', 'drizzle')
             and not pg_has_role(current_user, c.relowner, 'usage')) foreign_tables`,
  );
  const [found] = rows;
  if (!found) throw new Error('the database answered nothing');
  const { user, database, owners } = found;
  if (owners.length > 0)
    return rights.fault(
      `The tables belong to ${owners.join(' and ')}, and \`DATABASE_URL\` names the user ${user}.`,
      `Set the user in \`DATABASE_URL\` to ${owners.join(' or ')}. ${
        // PostgreSQL does not reassign what belongs to its first user.
        found.is_system_owner
          ? `Or restore a backup into a new database that belongs to ${user}.`
          : `Or give the tables to ${user}, as a superuser in the database ${database}: \`reassign owned by ${owners.map(quoteName).join(', ')} to ${quoteName(user)};\``
      }`,
    );
  if (!found.may_create)
    return rights.fault(
      'The user may not make schemas, so that a start fails.',
      `As a superuser: \`grant create on database ${quoteName(database)} to ${quoteName(user)};\``,
    );
  return rights.ok('The user owns its tables.');
};

const checkRoom = async (pool: Pool, needed: number): Promise<CheckResult> => {
  const { rows } = await pool.query<{ left: number; limited_by: string }>(
    `select limited_by, "left" from (
       select 'max_connections' as limited_by,
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as left
       union all
       select 'connection limit of the user', rolconnlimit
           - (select count(*)::int from pg_stat_activity where usename = current_user)
         from pg_roles where rolname = current_user and rolconnlimit >= 0
       union all
       select 'connection limit of the database', datconnlimit
           - (select count(*)::int from pg_stat_activity where datname = current_database())
         from pg_database where datname = current_database() and datconnlimit >= 0
     ) limits order by "left" limit 1`,
  );
  const { left = 0, limited_by: limitedBy = '' } = rows[0] ?? {};
  if (left >= needed) return room.ok(`${left} are free, and each process takes up to ${needed}.`);
  return room.warning(
    `${left} are free (${limitedBy}), and each process takes up to ${needed}.`,
    `Raise the ${limitedBy} of the server of \`DATABASE_URL\` to ${needed} for each process, and some to spare; or run fewer processes.`,
  );
};

export type DatabaseOutcome = { results: CheckResult[]; hasTables: boolean };

/** Whether the database is reachable, correct and has room. Only reads. */
export const checkDatabase = async (
  pool: Pool,
  { DATABASE_URL: databaseUrl, DATABASE_LISTEN_URL: listenUrl }: Env,
  now: () => Date,
): Promise<DatabaseOutcome> => {
  const needed = connectionsOfProcess[listenUrl === undefined ? 'direct' : 'pooled'];
  const place = placeOf(databaseUrl);
  try {
    await pool.query('select 1');
    const startedAt = performance.now();
    const { rows } = await pool.query<Facts>(
      `select current_setting('server_version_num')::int as version, clock_timestamp() as now,
         pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only,
         current_setting('server_encoding') as encoding,
         (select coalesce(sum(checksum_failures), 0)::int from pg_stat_database) as damaged_pages,
         found.oid is not null as has_tables,
         coalesce(has_schema_privilege(found.relnamespace, 'usage') and has_table_privilege(found.oid, 'select'), true) as may_read
       from (values (1)) one
       left join (pg_class found join pg_namespace n on n.oid = found.relnamespace and n.nspname = 'drizzle')
         on found.relname = '__drizzle_migrations'`,
    );
    const [facts] = rows;
    if (!facts) throw new Error('the database answered nothing');
    const ms = Math.round(performance.now() - startedAt);
    const isServer = databaseUrl !== undefined;
    const { has_tables: hasTables, may_read: mayRead } = facts;
    const results = [
      ms > slowMs
        ? reach.note(`It takes ${ms} ms to answer: ${place}.`, isServer ? nearer : undefined)
        : reach.ok(`It answers in ${ms} ms: ${place}.`),
      isServer ? judgeVersion(facts.version) : judgeEmbeddedAge(now()),
      judgeWrites(facts, isServer),
      judgeEncoding(facts.encoding),
      judgePages(facts.damaged_pages),
      mayRead ? await checkMigrations(pool, hasTables) : migrations.skipped('They cannot be read, see Rights.'),
      ...(isServer ? [await checkRights(pool), await checkRoom(pool, needed)] : []),
      judgeClock(facts.now, now()),
    ];
    return { results, hasTables: hasTables && mayRead };
  } catch (error) {
    return { results: [judgeFailure(error, databaseUrl)], hasTables: false };
  }
};
