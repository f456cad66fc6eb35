import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { loadEncryptionKeys, newEncryptionKey } from '#server/config/encryptionKeys.ts';
import { databaseFolderOf } from '#server/database/embedded/folder/databaseFolder.ts';
import { createSecretBox, keyIdOf } from '#server/lib/crypto/aesSecretBox.ts';
import { requireKeys } from '#server/modules/operator/sealedValues/requireKeys.ts';
import { productTables } from '#server/archive/backup/listTables.ts';
import { checkBackup } from '#server/archive/readBackup.ts';
import { readTables } from './testing/fillTables.ts';
import { runOperator } from './testing/runOperator.ts';
import {
  rowsEach,
  newFolder,
  newEmbedded,
  newServer,
  withPlace,
  readAll,
  backUp,
  filled,
} from './testing/archivePlaces.ts';
describe('a backup', () => {
  test('transfers every row of every table to a server and back, with the product running or stopped', async () => {
    const key = newEncryptionKey();
    const first = await filled(key);
    const product = await first.open();
    const before = await readTables(product.pool);
    for (const table of productTables)
      // The platform alone is the key of a registration.
      expect([table, before.get(table)?.length]).toEqual([table, table === 'webhook_registrations' ? 1 : rowsEach]);
    const firstFile = await backUp(first);
    expect((await stat(firstFile)).mode & 0o777).toBe(0o600);
    // The running product can still write.
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
    await withPlace(third, ({ db }) => requireKeys(db, createSecretBox([key])));
  }, 300_000);

  test('works on a stopped product; `--keep` deletes older backups', async () => {
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
  test('restores only with its passphrase, and not if it is truncated or changed', async () => {
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
  test('is refused without changes if it would destroy data or cannot succeed', async () => {
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

    // Truncated, changed, not a backup, from a newer version.
    const bytes = await readFile(file);
    const plain = gunzipSync(bytes);
    const folder = await newFolder();
    const damaged = async (name: string, content: Buffer) => {
      const path = join(folder, name);
      await writeFile(path, content);
      await refuse([path, '--force'], /cannot be used: .|newer than this program: its last migration is 9/);
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
      /the rows of \w+ differ/,
    );
    expect((await runOperator('backup', ['--verify', file], place)).out).toMatch(/^Checked: /);

    // The key of its tokens is missing.
    const otherKey = newEncryptionKey();
    const env = { ...place.env, ENCRYPTION_KEY: otherKey };
    await refuse([file, '--force'], new RegExp(`not configured here. Its id: ${keyIdOf(key)}[^]*tar -xzOf`), env);
    expect(await readAll(place)).toEqual(before);

    const given = await runOperator('restore', [file, '--force', '--forget-tokens'], { env });
    expect([given.code, given.err]).toEqual([0, '']);
    expect(given.out).toContain(`Connections to renew: ${rowsEach}`);
    await withPlace(place, ({ db }) => requireKeys(db, createSecretBox([otherKey])));
  }, 300_000);

  test('keeps a database of 1.0.0, and replaces a damaged one only with --force', async () => {
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
  });

  test('is refused while others use the database of a server', async () => {
    const key = newEncryptionKey();
    const place = await filled(key, 'server');
    const file = await backUp(place);
    const product = await place.open();
    const { code, err } = await runOperator('restore', [file, '--force'], place);
    expect([code, err]).toEqual([1, expect.stringMatching(/in use: \d+ session/)]);
    await product.close();
  });
});

test('a new key is printed and put first in the key file', async () => {
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
