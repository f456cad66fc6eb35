import { chmod, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encryptionKeyFile, loadEncryptionKeys } from './encryptionKeys.ts';

describe('loadEncryptionKeys', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leadlight-keys-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const load = (DATA_DIR = folder) => loadEncryptionKeys({ DATA_DIR, ENCRYPTION_KEY: undefined });

  it('uses the keys from the environment in order and creates no file', async () => {
    expect(await loadEncryptionKeys({ DATA_DIR: folder, ENCRYPTION_KEY: 'new=, old=' })).toEqual(['new=', 'old=']);
    expect(await readdir(folder)).toEqual([]);
  });

  it('creates a key once, readable by its owner only, and finds it again', async () => {
    const dataDir = join(folder, 'data');
    const [key = ''] = await load(dataDir);
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect((await stat(join(dataDir, encryptionKeyFile))).mode & 0o777).toBe(0o600);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    expect(await load(dataDir)).toEqual([key]);
  });

  it('processes that start at the same time get the same key', async () => {
    const loaded = await Promise.all(Array.from({ length: 12 }, () => load()));
    expect(new Set(loaded.flat()).size).toBe(1);
    expect(await readdir(folder)).toEqual([encryptionKeyFile]);
  });

  it('refuses a key file that others can read and leaves it unchanged', async () => {
    const [key = ''] = await load();
    const path = join(folder, encryptionKeyFile);
    for (const mode of [0o640, 0o604, 0o660]) {
      await chmod(path, mode);
      await expect(load()).rejects.toThrow(`chmod 600 ${path}`);
    }
    expect((await readFile(path, 'utf8')).trim()).toBe(key);
  });

  it('refuses a damaged key file instead of replacing the key of all stored tokens', async () => {
    const path = join(folder, encryptionKeyFile);
    await writeFile(path, 'not a key', { mode: 0o600 });
    await expect(load()).rejects.toThrow('does not hold a key');
    await writeFile(path, '', { mode: 0o600 });
    await expect(load()).rejects.toThrow('does not hold a key');
    expect(await readFile(path, 'utf8')).toBe('');
  });
});
