import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createLogger } from '#server/lib/logging/logger.ts';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { markName } from '#server/database/embedded/folder/createDatabaseFolder.ts';
import { databaseFolderOf, pgliteFolderOf, socketFolderOf } from '#server/database/embedded/folder/databaseFolder.ts';
import { FolderInUseError } from '#server/database/embedded/folder/folderLock.ts';
import { readServerFile } from '#server/database/embedded/server/serverFile.ts';
import { startEmbedded } from './startEmbedded.ts';
import type { EmbeddedDatabase } from './startEmbedded.ts';

const logger = createLogger('silent');
const start = (dataDir: string): Promise<EmbeddedDatabase> =>
  startEmbedded(dataDir, {
    logger,
    onCrash: (error) => {
      throw error;
    },
  });

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'll-embedded-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'data');
};

const query = async (database: EmbeddedDatabase, text: string): Promise<unknown[]> => {
  const client = new Client(database.connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

/** The path of a table's file, relative to the database folder. */
const pathOf = async (database: EmbeddedDatabase, table: string): Promise<string> => {
  const [row] = await query(database, `select pg_relation_filepath('${table}') as path`);
  return (row as { path: string }).path;
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Creating a database takes half a second, so tests that damage one use a copy of this one. */
let original: string;
beforeAll(async () => {
  original = join(await mkdtemp(join(tmpdir(), 'll-embedded-')), 'data');
  const database = await start(original);
  await query(database, 'create table kept as select 1 as id; create index on kept (id)');
  await database.close();
});
afterAll(() => rm(join(original, '..'), { recursive: true }));
const copyOriginal = async (): Promise<string> => {
  const dataDir = await newFolder();
  await cp(original, dataDir, { recursive: true, preserveTimestamps: true });
  return dataDir;
};

describe('the embedded database', () => {
  test('keeps its rows between starts, refuses a second process, and leaves no process behind', async () => {
    const dataDir = await newFolder();
    const first = await start(dataDir);
    await query(first, 'create table kept as select 1 as id');
    await expect(start(dataDir)).rejects.toThrow(FolderInUseError);
    const file = await readServerFile(databaseFolderOf(dataDir));
    await first.close();
    expect(isAlive(file?.pid ?? 0)).toBe(false);
    expect(await readdir(dataDir)).toEqual(['postgres-18']);
    const second = await start(dataDir);
    expect(await query(second, 'select id from kept')).toEqual([{ id: 1 }]);
    await second.close();
  });

  test('is durable, sorts like the server of docker-compose.yml, and has its extension', async () => {
    const database = await start(await newFolder());
    onTestFinished(() => database.close());
    const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum', 'listen_addresses'];
    expect(
      await query(database, `select ${settings.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`),
    ).toEqual([
      { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', autovacuum: 'on', listen_addresses: '' },
    ]);
    expect(
      await query(
        database,
        `select datlocprovider as provider, datlocale as locale, pg_encoding_to_char(encoding) as encoding
         from pg_database where datname = 'postgres'`,
      ),
    ).toEqual([{ provider: 'b', locale: 'C.UTF-8', encoding: 'UTF8' }]);
    await query(database, 'create extension pg_stat_statements');
    expect(await query(database, 'select count(*) > 0 as found from pg_stat_statements')).toEqual([{ found: true }]);
  });

  test('recovers when its server is killed', async () => {
    const dataDir = await copyOriginal();
    const database = await start(dataDir);
    onTestFinished(() => database.close());
    await query(database, 'insert into kept values (2)');
    process.kill((await readServerFile(databaseFolderOf(dataDir)))?.pid ?? 0, 'SIGKILL');
    const rows = await waitUntil(
      () => query(database, 'select id from kept order by id').catch(() => false as const),
      {},
    );
    expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
  });
});

/** A separate process that runs the embedded database until it is killed. */
const startElsewhere = async (dataDir: string) => {
  const script = `
    import { startEmbedded } from ${JSON.stringify(new URL('startEmbedded.ts', import.meta.url).href)};
    import { createLogger } from '#server/lib/logging/logger.ts';
    await startEmbedded(process.argv[1], { logger: createLogger('silent'), onCrash: (error) => { throw error; } });
    process.stdout.write('ready');
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  expect(String(said)).toBe('ready');
  const server = (await readServerFile(databaseFolderOf(dataDir)))?.pid ?? 0;
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { server, kill };
};

describe('when Leadlight is killed', () => {
  test('its server ends too', async () => {
    const { server, kill } = await startElsewhere(await copyOriginal());
    expect(isAlive(server)).toBe(true);
    await kill();
    // Process 1 does not reap processes on some machines, so the test checks the state.
    await waitUntil(async () => (await readFile(`/proc/${server}/stat`, 'utf8').catch(() => ') Z')).includes(') Z'));
  });

  test('the next start ends a leftover server and finds every committed row', async () => {
    const dataDir = await copyOriginal();
    const { server, kill } = await startElsewhere(dataDir);
    const connection = { host: socketFolderOf(dataDir), user: 'postgres', database: 'postgres' };
    await query({ connection, close: async () => {} }, 'insert into kept values (2)');
    // The watcher cannot stop a suspended server in time.
    process.kill(server, 'SIGSTOP');
    await kill();
    const next = await start(dataDir);
    onTestFinished(() => next.close());
    expect(await query(next, 'select id from kept order by id')).toEqual([{ id: 1 }, { id: 2 }]);
    expect((await readServerFile(databaseFolderOf(dataDir)))?.pid).not.toBe(server);
  });

  test("a foreign process with the former server's id does not prevent the next start", async () => {
    const dataDir = await copyOriginal();
    const file = join(databaseFolderOf(dataDir), 'postmaster.pid');
    await writeFile(file, `${process.pid}\n${databaseFolderOf(dataDir)}\n1\n5432\n\n\n  1  1\nready   \n`);
    const next = await start(dataDir);
    expect((await readServerFile(databaseFolderOf(dataDir)))?.pid).not.toBe(process.pid);
    await next.close();
  });
});

describe('a folder is refused with an explanation and left unchanged,', () => {
  /** @returns the refusal */
  const refuse = async (dataDir: string): Promise<string> => {
    const before = await readdir(dataDir, { recursive: true });
    const refusal = await start(dataDir).then(
      async (database) => {
        await database.close();
        return null;
      },
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(StartRefusedError);
    expect((await readdir(dataDir, { recursive: true })).toSorted()).toEqual(before.toSorted());
    return refusal instanceof Error ? refusal.message : '';
  };

  test('that holds foreign files', async () => {
    const dataDir = await newFolder();
    await mkdir(databaseFolderOf(dataDir), { recursive: true });
    await writeFile(join(databaseFolderOf(dataDir), 'holiday.jpg'), 'x');
    expect(await refuse(dataDir)).toMatch(/holds other files than a database of Leadlight.*Move them away/);
  });

  test('of another PostgreSQL server', async () => {
    const dataDir = await copyOriginal();
    expect(await refuse(databaseFolderOf(dataDir))).toMatch(/is itself the folder of a PostgreSQL server/);
    await rm(join(databaseFolderOf(dataDir), markName));
    expect(await refuse(dataDir)).toMatch(/a database that Leadlight has not made.*Move it away/);
  });

  test('that is incomplete', async () => {
    const dataDir = await copyOriginal();
    for (const missing of ['global/pg_control', 'pg_wal/archive_status', 'pg_notify', 'PG_VERSION', 'storage.conf']) {
      const path = join(databaseFolderOf(dataDir), missing);
      await rename(path, join(dataDir, 'away'));
      expect(await refuse(dataDir)).toMatch(new RegExp(`is incomplete: ${missing} is missing.*npm run restore`));
      await rename(join(dataDir, 'away'), path);
    }
  });

  test('that was copied without the files of a table', async () => {
    const dataDir = await copyOriginal();
    const database = await start(dataDir);
    const path = await pathOf(database, 'kept');
    await database.close();
    await rm(join(databaseFolderOf(dataDir), path));
    const before = await readdir(dataDir);
    await expect(start(dataDir)).rejects.toThrow(`1 files of tables are missing, ${path} among them`);
    expect(await readdir(dataDir)).toEqual(before);
  });

  test('whose log is gone', async () => {
    const dataDir = await copyOriginal();
    const log = join(databaseFolderOf(dataDir), 'pg_wal');
    for (const name of await readdir(log)) if (/^[0-9A-F]{24}$/.test(name)) await rm(join(log, name));
    await expect(start(dataDir)).rejects.toThrow(
      /cannot be opened: could not locate .*checkpoint record.*Restore a backup/,
    );
  });

  test('that is open to other users, with the mode to set instead of a backup', async () => {
    const dataDir = await copyOriginal();
    for (const mode of [0o755, 0o770]) {
      await chmod(databaseFolderOf(dataDir), mode);
      const refusal = await refuse(dataDir);
      expect(refusal).toMatch(/is open to other users .*Nothing is damaged: chmod -R u\+rwX,go-rwx /);
      expect(refusal).not.toMatch(/restore|backup/i);
    }
    await chmod(databaseFolderOf(dataDir), 0o750);
    await (await start(dataDir)).close();
  });

  test.for(['PG_VERSION', 'base/5/PG_VERSION'])('whose %s is empty', async (name) => {
    const dataDir = await copyOriginal();
    await writeFile(join(databaseFolderOf(dataDir), name), '');
    const refusal = await refuse(dataDir);
    expect(refusal).toContain(`${name} is empty (0 bytes)`);
    expect(refusal).not.toContain('PostgreSQL 0');
    expect(refusal).toMatch(/complete it from the original.*restore a backup into an empty DATA_DIR/);
  });

  test.for([
    ['control file', async () => 'global/pg_control', 20],
    ['page of a system table', (database: EmbeddedDatabase) => pathOf(database, 'pg_class'), 4_000],
  ] as const)('with a damaged %s: a copy comes before a restore', async ([, find, at]) => {
    const dataDir = await copyOriginal();
    const folder = databaseFolderOf(dataDir);
    const database = await start(dataDir);
    const name = await find(database);
    await database.close();
    const bytes = await readFile(join(folder, name));
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    await writeFile(join(folder, name), bytes);
    const refusal = await start(dataDir).then(
      (opened) => opened.close(),
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(StartRefusedError);
    expect(refusal).toMatchObject({
      message: expect.stringMatching(/Nothing was changed\. First copy .*Restore a backup/),
    });
  });

  test('whose settings have an error', async () => {
    const dataDir = await copyOriginal();
    await writeFile(join(databaseFolderOf(dataDir), 'postgresql.auto.conf'), 'no setting\n');
    const refusal = await start(dataDir).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartRefusedError);
    expect(refusal).toMatchObject({ message: expect.stringMatching(/nothing is damaged: correct postgresql.conf/) });
  });

  test.runIf(process.getuid?.() === 0)('in which a file belongs to another user', async () => {
    const dataDir = await copyOriginal();
    await (await start(dataDir)).close();
    await chown(join(databaseFolderOf(dataDir), 'global', 'pg_control'), 0, 0);
    const refusal = await start(dataDir).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartRefusedError);
    expect(refusal).toMatchObject({ message: expect.stringMatching(/nothing is damaged: .*chown -R USER/) });
  });

  test('of Leadlight 1.0.0', async () => {
    const dataDir = await newFolder();
    await mkdir(pgliteFolderOf(dataDir), { recursive: true });
    await writeFile(join(pgliteFolderOf(dataDir), 'PG_VERSION'), '18\n');
    expect((await refuse(dataDir)).split('\n')).toEqual([
      `${pgliteFolderOf(dataDir)} was written by Leadlight 1.0.0, and this release cannot read it.`,
      'Back it up with that release:     npm run backup',
      'Restore it with this release:     npm run restore -- FILE',
      'The old folder stays where it is. Remove it when you have seen that everything is there.',
    ]);
  });

  test('of another major version', async () => {
    const dataDir = await copyOriginal();
    await rename(databaseFolderOf(dataDir), join(dataDir, 'postgres-17'));
    expect(await refuse(dataDir)).toContain('was written by a Leadlight with PostgreSQL 17');
    await rename(join(dataDir, 'postgres-17'), databaseFolderOf(dataDir));
    await writeFile(join(databaseFolderOf(dataDir), 'PG_VERSION'), '19\n');
    expect(await refuse(dataDir)).toContain('was written by a Leadlight with PostgreSQL 19');
  });

  test('that is a file, or below one', async () => {
    const dataDir = await newFolder();
    await mkdir(dataDir, { recursive: true });
    await writeFile(databaseFolderOf(dataDir), '');
    expect(await refuse(dataDir)).toContain('is not a folder');
    await expect(start(databaseFolderOf(dataDir))).rejects.toThrow(/cannot be written to \(\w+\)/);
  });

  test.runIf(process.getuid?.() !== 0)('that is read-only', async () => {
    const dataDir = await copyOriginal();
    await chmod(databaseFolderOf(dataDir), 0o500);
    expect(await refuse(dataDir)).toContain('is read-only');
    await chmod(databaseFolderOf(dataDir), 0o700);
    await chmod(dataDir, 0o500);
    await expect(start(dataDir)).rejects.toThrow(/cannot be written to/);
    await chmod(dataDir, 0o700);
  });
});

test('a folder with a path that is too long for a socket is reached all the same', async () => {
  const dataDir = join(await newFolder(), 'a-folder-with-a-rather-long-name'.repeat(3), 'data');
  const database = await start(dataDir);
  await expect(start(dataDir)).rejects.toThrow(FolderInUseError);
  expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }]);
  await database.close();
});
