import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadEncryptionKeys, newEncryptionKey } from '#server/config/encryptionKeys.ts';
import { databaseFolderOf } from '#server/database/embedded/databaseFolder.ts';
import { openDatabase } from '#server/database/connection/openDatabase.ts';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import { createSecretBox, keyIdOf } from '#server/lib/crypto/aesSecretBox.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { listAbandonedExports } from '#server/modules/exports/exports.store.ts';
import { requireKeys } from '#server/modules/sealedValues/requireKeys.ts';
import { createServerDatabase } from '#server/testing/openTestDatabase.ts';
import { productTables } from './archive/backup/listTables.ts';
import { checkBackup } from './archive/readBackup.ts';
import { fillTables, readTables } from './testing/fillTables.ts';
import { runOperator } from './testing/runOperator.ts';

/** A database of the product's own, or one on a server. */
type Engine = 'embedded' | 'server';
const rowsEach = 9;

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'll-archive-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** A place for a database: the environment of the commands, and a way to look into it as the product does. */
type Place = { env: Record<string, string>; dataDir: string; open(): Promise<OpenDatabase> };

const newEmbedded = async (): Promise<Place> => {
  const dataDir = join(await newFolder(), 'data');
  return { dataDir, env: { DATA_DIR: dataDir }, open: () => openPlace({ dataDir }) };
};

const newServer = async (key: string): Promise<Place> => {
  const server = await createServerDatabase();
  onTestFinished(() => server.drop());
  const dataDir = await newFolder();
  const env = { DATA_DIR: dataDir, DATABASE_URL: server.url, ENCRYPTION_KEY: key };
  return { dataDir, env, open: () => openPlace({ databaseUrl: server.url }) };
};

const openPlace = (place: { databaseUrl: string } | { dataDir: string }): Promise<OpenDatabase> =>
  openDatabase({
    ...place,
    logger: createLogger('silent'),
    onCrash: (error) => {
      throw error;
    },
  });

const lookInto = async <T>(place: Place, look: (database: OpenDatabase) => Promise<T>): Promise<T> => {
  const database = await place.open();
  try {
    return await look(database);
  } finally {
    await database.close();
  }
};
const readAll = (place: Place) => lookInto(place, ({ pool }) => readTables(pool));

/** The only backup of a folder. */
const backUp = async (place: Place, ...args: string[]): Promise<string> => {
  const folder = await newFolder();
  const { code, out, err } = await runOperator('backup', ['--to', folder, ...args], place);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('Written: ');
  const names = await readdir(folder);
  expect(names).toHaveLength(1);
  return join(folder, names[0] ?? '');
};

const filled = async (key: string, engine: Engine = 'embedded'): Promise<Place> => {
  const place = engine === 'server' ? await newServer(key) : await newEmbedded();
  await lookInto(place, async ({ pool }) => {
    await fillTables(pool, rowsEach);
    // Sealed with a key that exists, as the product itself would have it.
    await pool.query('update connections set access_token = $1, refresh_token = null', [
      createSecretBox([key]).seal('token', 'anywhere'),
    ]);
    await pool.query('update lead_pages set access_token = null');
  });
  if (engine === 'embedded') await writeFile(join(place.dataDir, 'encryption.key'), `${key}\n`, { mode: 0o600 });
  return place;
};

/** Takes a database back to the schema before the migrations 0012 and 0013. */
const undoRenames = `
  do $$
  declare owned record; named record;
  begin
    for owned in select attrelid::regclass as name from pg_attribute join pg_class on pg_class.oid = attrelid
      where attname = 'workspace_id' and relkind = 'r' and relname <> 'memberships'
    loop
      execute format('alter table %s rename column workspace_id to user_id', owned.name);
      for named in select conname from pg_constraint where conrelid = owned.name and conname like '%workspace_id%'
      loop
        if named.conname like '%_workspace_id_workspaces_id_fk' then
          execute format('alter table %s drop constraint %I', owned.name, named.conname);
          execute format('alter table %s add constraint %I foreign key (user_id) references users (id) on delete cascade',
            owned.name, owned.name || '_user_id_users_id_fk');
        else
          execute format('alter table %s rename constraint %I to %I', owned.name, named.conname,
            case named.conname when 'custom_lead_batches_workspace_id_import_id_custom_lead_imports_' then
              'custom_lead_batches_user_id_import_id_custom_lead_imports_user_id_id_fk'
            when 'sheet_sync_runs_workspace_id_sync_id_sheet_syncs_workspace_id_i' then
              'sheet_sync_runs_user_id_sync_id_sheet_syncs_user_id_id_fk'
            else replace(replace(named.conname, 'campaign_id_', 'campaign_id_pk'), 'workspace_id', 'user_id') end);
        end if;
      end loop;
    end loop;
  end $$;
  alter table exports drop column ordered_by;
  drop table memberships;
  drop table workspaces;
  alter table lead_events rename to lead_notices;
  alter table lead_notices rename constraint lead_events_user_id_platform_lead_id_pk to lead_notices_user_id_platform_lead_id_pk;
  alter table lead_notices rename constraint lead_events_user_id_users_id_fk to lead_notices_user_id_users_id_fk;
  alter index lead_events_open rename to lead_notices_open;
  alter index lead_events_done rename to lead_notices_done;
  alter table sheet_owners rename to sheet_claims;
  alter table sheet_claims rename constraint sheet_owners_pkey to sheet_claims_pkey;
  alter table sheet_claims rename constraint sheet_owners_user_id_users_id_fk to sheet_claims_user_id_users_id_fk;
  delete from drizzle.__drizzle_migrations where created_at >= (
    select created_at from drizzle.__drizzle_migrations order by created_at desc offset 1 limit 1
  );`;

describe('a backup', () => {
  test('takes every row of every table to a server and back, while the product runs and while it does not', async () => {
    const key = newEncryptionKey();
    const first = await filled(key);
    const product = await first.open();
    const before = await readTables(product.pool);
    for (const table of productTables) expect([table, before.get(table)?.length]).toEqual([table, rowsEach]);
    const firstFile = await backUp(first);
    expect((await stat(firstFile)).mode & 0o777).toBe(0o600);
    // The product goes on.
    await product.pool.query(`insert into rate_limits (key) values ('after the backup')`);
    await product.close();

    const second = await newServer(key);
    const restored = await runOperator('restore', [firstFile], second);
    expect([restored.code, restored.err]).toEqual([0, '']);
    const secondFile = await backUp(second);

    const third = await newEmbedded();
    const again = await runOperator('restore', [secondFile], third);
    expect([again.code, again.err]).toEqual([0, '']);
    expect((await readFile(join(third.dataDir, 'encryption.key'), 'utf8')).trim()).toBe(key);
    for (const place of [second, third]) expect(await readAll(place)).toEqual(before);
    await lookInto(third, async ({ db, pool }) => {
      await requireKeys(db, createSecretBox([key]));
      // Ids that the database gives go on behind those that are there.
      const { rows } = await pool.query(
        `select nextval(pg_get_serial_sequence('custom_leads', 'position')) > max(position) as "isNew" from custom_leads`,
      );
      expect(rows).toEqual([{ isNew: true }]);
    });
  }, 300_000);

  test('can be made of what the folder keeps, and older ones go', async () => {
    const place = await filled(newEncryptionKey());
    const folder = await newFolder();
    const old = ['leadlight-20250101T000000Z.tar.gz', 'leadlight-20250102T000000Z.tar.gz', 'holiday.tar.gz'];
    for (const name of old) await writeFile(join(folder, name), '');
    const { code, out } = await runOperator('backup', ['--to', folder, '--keep', '2', '--without-key'], place);
    expect(code).toBe(0);
    expect(out).toContain('Without the keys of its tokens');
    expect(out).toContain('Deleted: leadlight-20250101T000000Z.tar.gz');
    const names = (await readdir(folder)).toSorted();
    expect(names.slice(0, 2)).toEqual([old[2], old[1]]);
    expect(names).toHaveLength(3);
    expect((await runOperator('backup', ['--keep', 'all'], place)).code).toBe(2);
  }, 300_000);
});

describe('an encrypted backup', () => {
  test('restores with its passphrase only, and not when it was cut off or changed', async () => {
    const key = newEncryptionKey();
    const place = await filled(key);
    const before = await readAll(place);
    const passphrase = 'a passphrase of a test';
    const file = await backUp({ ...place, env: { ...place.env, BACKUP_PASSPHRASE: passphrase } }, '--keep', '1');
    expect(file).toMatch(/\.tar\.gz\.age$/);
    const bytes = await readFile(file);
    expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /);

    const folder = await newFolder();
    const reasonOf = async (content: Buffer): Promise<string> => {
      const path = join(folder, 'file');
      await writeFile(path, content);
      return checkBackup({ file: path, passphrase }).then(() => 'in order', String);
    };
    const flipped = Buffer.from(bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte)));
    expect(await reasonOf(bytes)).toBe('in order');
    expect(await reasonOf(bytes.subarray(0, bytes.length - 100))).toContain('it was cut off or changed');
    expect(await reasonOf(flipped)).toContain('it was cut off or changed');
    expect(await reasonOf(bytes.subarray(0, 40))).toContain('its header is damaged');
    for (const [given, reason] of [
      ['', 'set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE'],
      ['another passphrase', 'its passphrase is not the one of BACKUP_PASSPHRASE'],
    ]) {
      const { code, err } = await runOperator('restore', [file, '--force'], {
        env: { ...place.env, BACKUP_PASSPHRASE: given },
      });
      expect([code, err]).toEqual([1, expect.stringContaining(reason ?? '')]);
    }
    expect(await readAll(place)).toEqual(before);

    const target = await newEmbedded();
    const passphraseFile = join(folder, 'passphrase');
    await writeFile(passphraseFile, `${passphrase}\n`);
    const env = { ...target.env, BACKUP_PASSPHRASE_FILE: passphraseFile };
    const restored = await runOperator('restore', [file], { env });
    expect([restored.code, restored.err]).toEqual([0, '']);
    expect(await readAll(target)).toEqual(before);
  }, 120_000);
});

describe('a restore', () => {
  test('is refused while it would destroy something, and nothing is touched', async () => {
    const key = newEncryptionKey();
    const place = await filled(key);
    const file = await backUp(place);
    const before = await readAll(place);
    const refuse = async (args: string[], reason: string | RegExp, env = place.env) => {
      const { code, err } = await runOperator('restore', args, { env });
      expect([code, err]).toEqual([1, expect.stringMatching(reason)]);
    };

    await refuse([file], /has accounts already.*--force/);
    const product = await place.open();
    await refuse([file, '--force'], /Another process already works/);
    await product.close();

    // Cut off, changed, not a backup, of a newer version.
    const bytes = await readFile(file);
    const plain = gunzipSync(bytes);
    const folder = await newFolder();
    const damaged = async (name: string, content: Buffer) => {
      const path = join(folder, name);
      await writeFile(path, content);
      await refuse([path, '--force'], /cannot be used: .|newer than this one/);
    };
    const replaced = (text: string, by: string) => {
      const at = plain.indexOf(text);
      expect(at).toBeGreaterThan(0);
      expect(by).toHaveLength(text.length);
      return gzipSync(Buffer.concat([plain.subarray(0, at), Buffer.from(by), plain.subarray(at + text.length)]));
    };
    await damaged('cut', bytes.subarray(0, bytes.length - 100));
    await damaged('flipped', Buffer.from(bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte))));
    await damaged('row', replaced('|external_name|4', '|external_name|5'));
    await damaged('format', replaced('"formatVersion": 1', '"formatVersion": 9'));
    await damaged('schema', replaced('"lastMigration": "0', '"lastMigration": "9'));
    await damaged('other', gzipSync(Buffer.from('no tar at all')));
    expect((await runOperator('backup', ['--verify', join(folder, 'row')], place)).err).toMatch(
      /the rows of \w+ are not/,
    );
    expect((await runOperator('backup', ['--verify', file], place)).out).toMatch(/^In order: /);

    // Without the key of its tokens.
    const otherKey = newEncryptionKey();
    const env = { ...place.env, ENCRYPTION_KEY: otherKey };
    await refuse([file, '--force'], new RegExp(`not configured here. Its id: ${keyIdOf(key)}[^]*tar -xzOf`), env);
    expect(await readAll(place)).toEqual(before);

    const given = await runOperator('restore', [file, '--force', '--forget-tokens'], { env });
    expect([given.code, given.err]).toEqual([0, '']);
    expect(given.out).toContain(`have to be made again: ${rowsEach}`);
    await lookInto(place, ({ db }) => requireKeys(db, createSecretBox([otherKey])));
  }, 300_000);

  test('takes a backup from before tables were renamed, also over a database of that version', async () => {
    const key = newEncryptionKey();
    const place = await filled(key);
    const before = await readAll(place);
    await lookInto(place, ({ pool }) => pool.query(undoRenames));
    const file = await backUp(place);

    const elsewhere = await newEmbedded();
    const fresh = await runOperator('restore', [file], { env: { ...elsewhere.env, ENCRYPTION_KEY: key } });
    expect([fresh.code, fresh.err]).toEqual([0, '']);
    const over = await runOperator('restore', [file, '--force'], { env: place.env });
    expect([over.code, over.err]).toEqual([0, '']);
    for (const each of [elsewhere, place]) {
      const after = await readAll(each);
      for (const table of productTables) expect([table, after.get(table)]).toEqual([table, before.get(table)]);
    }
  }, 120_000);

  test('beside a database of 1.0.0 leaves that one, and replaces no damaged one by itself', async () => {
    const file = await backUp(await filled(newEncryptionKey()));
    const { dataDir, env } = await newEmbedded();
    const former = join(dataDir, 'postgres', 'PG_VERSION');
    await mkdir(join(former, '..'), { recursive: true });
    await writeFile(former, '18\n');
    const restored = await runOperator('restore', [file], { env });
    expect([restored.code, restored.err]).toEqual([0, '']);
    expect(restored.out).toContain(join(dataDir, 'postgres'));
    expect(await readFile(former, 'utf8')).toBe('18\n');

    await rm(join(databaseFolderOf(dataDir), 'global', 'pg_control'));
    const { code, err } = await runOperator('restore', [file], { env });
    expect([code, err]).toEqual([1, expect.stringContaining('global/pg_control is missing')]);
    expect(await readdir(databaseFolderOf(dataDir))).toContain('PG_VERSION');
  }, 60_000);

  test('to a server is refused while others use its database', async () => {
    const key = newEncryptionKey();
    const place = await filled(key, 'server');
    const file = await backUp(place);
    const product = await place.open();
    const { code, err } = await runOperator('restore', [file, '--force'], place);
    expect([code, err]).toEqual([1, expect.stringMatching(/in use: \d+ session/)]);
    await product.close();
  }, 60_000);

  test.each(['embedded', 'server'] as const)(
    'that is killed changes nothing, and succeeds when it is run again; so does a backup (%s)',
    async (engine) => {
      const isServer = engine === 'server';
      const key = newEncryptionKey();
      const place = await filled(key, engine);
      await lookInto(place, ({ pool }) =>
        pool.query(
          `update exports set state = 'running', leased_until = now() + interval '1 minute' where id = 'key-1'`,
        ),
      );
      const folder = await newFolder();
      const killed = await runOperator('backup', ['--to', folder], { ...place, killAt: 'backup.pieceWritten#9' });
      expect(killed.signal).toBe('SIGKILL');
      expect((await readdir(folder)).filter((name) => name.endsWith('.gz'))).toEqual([]);

      const file = await backUp(place);
      await lookInto(place, ({ pool }) => pool.query(`insert into rate_limits (key) values ('after the backup')`));
      const before = await readAll(place);
      for (const killAt of ['restore.pieceLoaded#9', 'restore.checked']) {
        const { signal } = await runOperator('restore', [file, '--force'], { ...place, killAt });
        expect(signal).toBe('SIGKILL');
        // The embedded database tells of it when it is started.
        const found = readAll(place).catch(String);
        const cutShort = expect.stringContaining('A restore was cut short and has changed nothing');
        expect(await found).toEqual(isServer ? before : cutShort);
      }
      // Killed at the very end, the restore is finished by whoever comes next.
      const killAt = isServer ? {} : { killAt: 'restore.ready' };
      await runOperator('restore', [file, '--force'], { ...place, ...killAt });
      const after = await readAll(place);
      expect(after.get('rate_limits')).toHaveLength(rowsEach);
      expect(after.get('leads')).toEqual(before.get('leads'));

      const abandoned = await lookInto(place, ({ db }) =>
        listAbandonedExports(db, new Date(Date.now() - 3_600_000), 10),
      );
      expect(abandoned.map(({ id }) => id)).toContain('key-1');
    },
    300_000,
  );
});

test('a new key is printed, and put in front of the keys of the file', async () => {
  const { env, dataDir } = await newEmbedded();
  const printed = await runOperator('newKey', [], { env });
  expect(Buffer.from(printed.out, 'base64')).toHaveLength(32);
  const path = join(dataDir, 'encryption.key');
  for (let number = 0; number < 2; number += 1) expect((await runOperator('newKey', ['--add'], { env })).code).toBe(0);
  const keys = await loadEncryptionKeys({ DATA_DIR: dataDir, ENCRYPTION_KEY: undefined });
  expect(keys).toHaveLength(2);
  expect((await readFile(path, 'utf8')).trim().split('\n')).toEqual(keys);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});
