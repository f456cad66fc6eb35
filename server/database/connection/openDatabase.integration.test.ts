import { eq, sql, drizzle } from '#server/database/drizzle.ts';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { productVersion } from '#server/lib/productVersion.ts';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import { newId } from '#server/lib/ids.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { createServerDatabase, openTestDatabase, serverUrlOf } from '#testing/database/openTestDatabase.ts';
import { startPostgres } from '#testing/database/startPostgres.ts';
import { hasPgbouncer, startPgbouncer } from '#testing/database/startPgbouncer.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { isDatabaseAway } from './isDatabaseAway.ts';
import { readKnownMigrations } from '#server/database/knownMigrations.ts';
import { migrateDatabase } from '#server/database/migrate.ts';
import { openDatabase } from './openDatabase.ts';
import { users } from '#server/database/schema.ts';

const database = await openTestDatabase();
afterAll(() => database.close());

const newUser = () => {
  const id = newId();
  return {
    id,
    name: 'Ada Example',
    email: `${id}@example.test`,
  };
};

const canPool = await hasPgbouncer();
const logger = createLogger('silent');
const failTest = (error: Error) => {
  throw error;
};

test('needs no PostgreSQL extension', async () => {
  const { rows } = await database.pool.query('select extname as name from pg_extension');
  expect(rows).toEqual([{ name: 'plpgsql' }]);
});

test('interleaved transactions do not see or affect each other', async () => {
  const kept = newUser();
  const dropped = newUser();
  await Promise.all([
    database.db.transaction(async (tx) => {
      await tx.insert(users).values(kept);
      await tx.execute(sql`select pg_sleep(0.05)`);
    }),
    expect(
      database.db.transaction(async (tx) => {
        await tx.insert(users).values(dropped);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back'),
    ...Array.from({ length: 8 }, () =>
      database.db
        .select()
        .from(users)
        .where(eq(users.id, dropped.id))
        .then((rows) => expect(rows).toEqual([])),
    ),
  ]);
  expect(await database.db.select({ id: users.id }).from(users)).toEqual([{ id: kept.id }]);
});

test('parallel queries each run their own statement with their own values, even next to transactions', async () => {
  const asked = Array.from({ length: 300 }, (_, index) => index);
  const inTransaction = (index: number) =>
    database.db.transaction(async (tx) => (await tx.execute(sql`select ${index}::int + 0 as answer`)).rows);
  const answers = await Promise.all(
    asked.map(async (index) => {
      if (index % 3 === 0) return inTransaction(index);
      if (index % 3 === 1) return (await database.pool.query('select $1::int as answer', [index])).rows;
      return (await database.pool.query('select $1::int * 0 + $2::int as answer', [index, index])).rows;
    }),
  );
  expect(answers).toEqual(asked.map((index) => [{ answer: index }]));
});

test('a named statement is prepared again on each new connection', async () => {
  const ask = () => database.pool.query({ name: 'answer', text: 'select $1::int as answer', values: [42] });
  for (let round = 0; round < 2; round += 1) {
    expect((await ask()).rows).toEqual([{ answer: 42 }]);
    (await database.pool.connect()).release(true);
  }
});

test.each([
  ['another version', '9.1.0 (0099_newer)'],
  ['the same version', `${productVersion} (0099_newer)`],
  ['a version that did not record its migration', '2.0.0'],
])('a start on tables with a newer migration of %s is refused and names both migrations', async (_, migrator) => {
  const server = await createServerDatabase();
  onTestFinished(() => server.drop());
  const open = () => openDatabase({ databaseUrl: server.url, logger, onCrash: failTest });
  const newer = await open();
  await newer.pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9000000000000);
     comment on schema drizzle is '${migrator}'`,
  );
  await newer.close();
  const own = readKnownMigrations().at(-1);
  await expect(open()).rejects.toThrow(
    new StartRefusedError(
      `The tables are newer than this program. Their last migration is of 2255-03-14, applied by Leadlight ${migrator}.
This is Leadlight ${productVersion}, and its last migration is ${own?.tag} of ${new Date(own?.when ?? 0).toISOString().slice(0, 10)}.
Start the program that ran here last, or restore a backup of this one into an empty database.`,
    ),
  );
});

describe('a start is refused with an explanation', () => {
  const openWith = (url: string) => openDatabase({ databaseUrl: url, logger, onCrash: failTest });

  test('on a database that has become read-only', async () => {
    const server = await createServerDatabase();
    onTestFinished(() => server.drop());
    await (await openWith(server.url)).close();
    const url = new URL(server.url);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const refusal = await openWith(url.href).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartRefusedError);
    expect(refusal).toMatchObject({ message: expect.stringMatching(/is read-only .*when their disk is full/) });
  });

  test('on a new database in SQL_ASCII', async () => {
    const name = `ascii_${newId()}`;
    await database.pool.query(
      `create database ${name} encoding 'SQL_ASCII' locale 'C' locale_provider libc template template0`,
    );
    onTestFinished(async () => {
      await database.pool.query(`drop database ${name} with (force)`);
    });
    const url = new URL(serverUrlOf(database.pool));
    url.pathname = `/${name}`;
    const refusal = await openWith(url.href).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartRefusedError);
    expect(refusal).toMatchObject({
      message: expect.stringMatching(/is SQL_ASCII, and Leadlight needs UTF8.*createdb/),
    });
  });

  test('and the connection that checked is closed if nothing listens', async () => {
    await expect(openWith(`postgres://postgres@127.0.0.1:1/leadlight`)).rejects.toThrow('ECONNREFUSED');
  });
});

test('a start logs each migration that it applies, and records the version and the last migration', async () => {
  const server = await createServerDatabase();
  onTestFinished(() => server.drop());
  const lines: { migration?: string }[] = [];
  const listening = createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const open = () => openDatabase({ databaseUrl: server.url, logger: listening, onCrash: failTest });
  const first = await open();
  const { rows } = await first.pool.query(
    `select obj_description('drizzle'::regnamespace, 'pg_namespace') as migrator`,
  );
  expect(rows).toEqual([{ migrator: `${productVersion} (${readKnownMigrations().at(-1)?.tag})` }]);
  await first.close();
  await (await open()).close();
  const logged = lines.flatMap(({ migration }) => migration ?? []);
  expect(logged).toEqual(readKnownMigrations().map(({ tag }) => tag));
});

test('migrations run once when several processes start at the same time', async () => {
  const server = await createServerDatabase();
  const first = await openDatabase({ databaseUrl: server.url, logger, onCrash: failTest });
  onTestFinished(async () => {
    await first.close();
    await server.drop();
  });
  await first.db.execute(sql`drop schema drizzle cascade`);
  await first.db.execute(sql`drop schema public cascade`);
  await first.db.execute(sql`create schema public`);
  await Promise.all(
    Array.from({ length: 3 }, () => migrateDatabase(drizzle(first.pool) as unknown as typeof first.db)),
  );
  const applied = await first.db.execute(sql`select count(*)::int as count from drizzle.__drizzle_migrations`);
  const again = await first.db.execute(
    sql`select count(distinct hash)::int as count from drizzle.__drizzle_migrations`,
  );
  expect(applied.rows).toEqual(again.rows);
  expect(await first.db.select().from(users)).toEqual([]);
});

describe('a database server', () => {
  const endConnection = (pid: number | undefined) => database.pool.query('select pg_terminate_backend($1::int)', [pid]);

  test('that breaks a connection fails only the transaction on it', async () => {
    const pid = sql`select pg_backend_pid() as pid`;
    const between = database.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(pid);
      await endConnection(rows[0]?.pid);
      await tx.execute(sql`select 1`);
    });
    await expect(between).rejects.toThrow('Failed query');
    const during = database.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(pid);
      await Promise.all([tx.execute(sql`select pg_sleep(30)`), endConnection(rows[0]?.pid)]);
    });
    await expect(during).rejects.toThrow('Failed query');
    expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });

  test('with a separate address for events still runs transactions', async () => {
    const server = await createServerDatabase();
    const listenUrl = `${server.url}?application_name=events`;
    const both = await openDatabase({ databaseUrl: server.url, listenUrl, logger, onCrash: failTest });
    onTestFinished(async () => {
      await both.close();
      await server.drop();
    });
    expect(await both.db.transaction((tx) => tx.$count(users))).toBe(0);
  });

  test('that is a standby counts as unreachable until the address leads to the primary again', async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const follower = await openDatabase({ databaseUrl: postgres.url, logger, onCrash: failTest });
    onTestFinished(() => follower.close());
    await postgres.restart('SIGINT', 'standby');
    const failures = [
      await follower.db.insert(users).values(newUser()).catch(isDatabaseAway),
      await follower.pool.query('select 1').catch(isDatabaseAway),
    ];
    expect(failures).toEqual([true, true]);
    await postgres.restart('SIGINT');
    const user = newUser();
    await follower.db.insert(users).values(user);
    expect(await follower.db.select({ id: users.id }).from(users)).toEqual([{ id: user.id }]);
  });

  test.skipIf(!canPool)(
    'behind a transaction pooler uses our settings, runs named statements, and delivers notifications',
    async () => {
      const server = await createServerDatabase();
      const pgbouncer = await startPgbouncer(server.url, { poolSize: 2 });
      const databaseUrl = pgbouncer.through(server.url);
      const behind = await openDatabase({ databaseUrl, listenUrl: server.url, logger, onCrash: failTest });
      onTestFinished(async () => {
        await behind.close();
        await pgbouncer.stop();
        await server.drop();
      });
      const received: string[] = [];
      await behind.listener.listen('answers', (payload) => void received.push(payload));
      const asked = Array.from({ length: 40 }, (_, index) => String(index));
      const ask = (each: string) =>
        behind.pool.query({
          name: 'answer',
          text: `select current_setting('statement_timeout') as timeout, pg_notify('answers', $1)`,
          values: [each],
        });
      const answers = await Promise.all(asked.map(ask));
      expect(answers.map(({ rows }) => rows[0].timeout)).toEqual(asked.map(() => '30s'));
      await waitUntil(() => received.length === asked.length);
      expect(received.toSorted()).toEqual(asked.toSorted());
    },
  );
});
