import { randomBytes } from 'node:crypto';
import type { Installation } from '#server/cli/testing/startInstallation.ts';
import type { Fault } from './Fault.ts';

const inDatabase = (installation: Installation, text: string): Promise<unknown> =>
  installation.context.pool.query(text);

const withData = (name: string, id: string, remedy: string, spoil: string, restore: string): Fault => ({
  name,
  id,
  remedy,
  arrange: async (installation) => {
    await inDatabase(installation, spoil);
    return { undo: () => inDatabase(installation, restore) };
  },
});

/** Makes the server report wrong values: functions in another schema override the built-in ones. */
const withFakedFunction = (name: string, id: string, definition: string): Fault => ({
  name,
  id,
  remedy: 'DATABASE_URL',
  arrange: async (installation) => {
    await inDatabase(installation, `create schema faked; create function faked.${definition}`);
    const url = new URL(installation.source['DATABASE_URL'] ?? '');
    url.searchParams.set('options', '-c search_path=faked,pg_catalog,public');
    return { env: { DATABASE_URL: url.href }, undo: () => inDatabase(installation, 'drop schema faked cascade') };
  },
});

const withRole = (name: string, id: string, remedy: string, create: (role: string) => string): Fault => ({
  name,
  id,
  remedy,
  arrange: async (installation) => {
    const role = `doctor_${randomBytes(4).toString('hex')}`;
    await inDatabase(installation, create(role));
    const url = new URL(installation.source['DATABASE_URL'] ?? '');
    url.username = role;
    return {
      env: { DATABASE_URL: url.href },
      undo: () => inDatabase(installation, `drop owned by ${role}; drop role ${role}`),
    };
  },
});

const withDatabaseUrl = (
  name: string,
  change: (url: URL) => void,
  { id, remedy } = { id: 'data.reach', remedy: 'DATABASE_URL' },
): Fault => ({
  name,
  id,
  remedy,
  arrange: async (installation) => {
    const url = new URL(installation.source['DATABASE_URL'] ?? '');
    change(url);
    return { env: { DATABASE_URL: url.href } };
  },
});

/** Faults in stored data: migrations, jobs. */
export const dataFaults: readonly Fault[] = [
  withFakedFunction(
    'a database in SQL_ASCII',
    'data.encoding',
    `current_setting(name text) returns text language sql as $$
       select case name when 'server_encoding' then 'SQL_ASCII' else pg_catalog.current_setting(name) end $$`,
  ),
  withDatabaseUrl(
    'a database that has become read-only',
    (url) => url.searchParams.set('options', '-c default_transaction_read_only=on'),
    { id: 'data.writes', remedy: 'default_transaction_read_only' },
  ),
  withData(
    'a missing migration',
    'data.migrations',
    'Start this version',
    `create table held as select * from drizzle.__drizzle_migrations order by created_at desc limit 1;
     delete from drizzle.__drizzle_migrations where created_at in (select created_at from held)`,
    'insert into drizzle.__drizzle_migrations select * from held; drop table held',
  ),
  withData(
    'a database from a newer version',
    'data.migrations',
    'Install the program that ran here last',
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9000000000000)`,
    `delete from drizzle.__drizzle_migrations where hash = 'newer'`,
  ),
  withData(
    'a wrong number of leads',
    'data.leadCounts',
    'Wrong number of leads',
    `insert into workspaces (id) values ('miscounted'); insert into lead_counts values ('miscounted', 'facebook', 1)`,
    `delete from workspaces where id = 'miscounted'`,
  ),
  withData(
    'a job that no worker takes',
    'jobs.due',
    'ROLES',
    `select jobs.create_queue('forgotten', (select to_jsonb(q) from jobs.queue q where name = 'dead-letter') || '{"policy": "standard"}');
     insert into jobs.job (name, state, start_after, completed_on) values ('forgotten', 'completed', now(), now());
     insert into jobs.job (name, start_after) values ('forgotten', now() - interval '20 minutes')`,
    `delete from jobs.job where name = 'forgotten'`,
  ),
  withData(
    'a dead-lettered job',
    'jobs.deadLettered',
    'LOG_LEVEL',
    `insert into jobs.job (name) values ('dead-letter')`,
    `delete from jobs.job where name = 'dead-letter'`,
  ),
];

/** Faults that only a database server can have. */
export const serverFaults: readonly Fault[] = [
  withDatabaseUrl('a database server that is down', (url) => {
    url.port = '1';
  }),
  withDatabaseUrl('a database that does not exist', (url) => {
    url.pathname = '/nowhere';
  }),
  withDatabaseUrl('an unknown database user', (url) => {
    url.username = 'nobody-here';
  }),
  withFakedFunction(
    'an outdated PostgreSQL',
    'data.version',
    `current_setting(text) returns text language sql as $$
       select case $1 when 'server_version_num' then '140011' else pg_catalog.current_setting($1) end $$`,
  ),
  withRole(
    'a user who does not own the tables',
    'data.rights',
    'Set the user in `DATABASE_URL` to postgres',
    (role) => `create role ${role} login;
      grant usage on schema public, jobs, drizzle to ${role};
      grant select on all tables in schema public, jobs, drizzle to ${role}`,
  ),
  withRole(
    'a user who may not read the tables of another owner',
    'data.rights',
    'Set the user in `DATABASE_URL` to postgres',
    (role) => `create role ${role} login`,
  ),
  {
    name: 'a key that does not decrypt the stored tokens',
    id: 'data.sealed',
    also: ['address.reach'],
    remedy: 'ENCRYPTION_KEY',
    arrange: async () => ({ env: { ENCRYPTION_KEY: randomBytes(32).toString('base64') } }),
  },
];
