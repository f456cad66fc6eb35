import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { openDatabase } from '#server/database/connection/openDatabase.ts';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import { createSecretBox } from '#server/lib/crypto/aesSecretBox.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { createServerDatabase } from '#testing/database/openTestDatabase.ts';
import { fillTables, readTables } from './fillTables.ts';
import { runOperator } from './runOperator.ts';

/** The embedded database, or one on a server. */
export type Engine = 'embedded' | 'server';
export const rowsEach = 9;

export const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'll-archive-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** A place for a database, with the environment for commands. `open` opens the database as the product does. */
export type Place = { env: Record<string, string>; dataDir: string; open(): Promise<OpenDatabase> };

export const newEmbedded = async (): Promise<Place> => {
  const dataDir = join(await newFolder(), 'data');
  return { dataDir, env: { DATA_DIR: dataDir }, open: () => openPlace({ dataDir }) };
};

export const newServer = async (key: string): Promise<Place> => {
  const server = await createServerDatabase();
  onTestFinished(() => server.drop());
  const dataDir = await newFolder();
  const env = { DATA_DIR: dataDir, DATABASE_URL: server.url, ENCRYPTION_KEY: key };
  return { dataDir, env, open: () => openPlace({ databaseUrl: server.url }) };
};

export const openPlace = (place: { databaseUrl: string } | { dataDir: string }): Promise<OpenDatabase> =>
  openDatabase({
    ...place,
    logger: createLogger('silent'),
    onCrash: (error) => {
      throw error;
    },
  });

export const withPlace = async <T>(place: Place, use: (database: OpenDatabase) => Promise<T>): Promise<T> => {
  const database = await place.open();
  try {
    return await use(database);
  } finally {
    await database.close();
  }
};
export const readAll = (place: Place) => withPlace(place, ({ pool }) => readTables(pool));

/** Makes a backup in a new folder. @returns its file */
export const backUp = async (place: Place, ...args: string[]): Promise<string> => {
  const folder = await newFolder();
  const { code, out, err } = await runOperator('backup', ['--to', folder, ...args], place);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('Written: ');
  const names = await readdir(folder);
  expect(names).toHaveLength(1);
  return join(folder, names[0] ?? '');
};

export const filled = async (key: string, engine: Engine = 'embedded'): Promise<Place> => {
  const place = engine === 'server' ? await newServer(key) : await newEmbedded();
  await withPlace(place, async ({ pool }) => {
    await fillTables(pool, rowsEach);
    // Sealed with an existing key, as in the product.
    await pool.query('update connections set access_token = $1, refresh_token = null', [
      createSecretBox([key]).seal('token', 'anywhere'),
    ]);
    await pool.query('update lead_pages set access_token = null');
  });
  if (engine === 'embedded') await writeFile(join(place.dataDir, 'encryption.key'), `${key}\n`, { mode: 0o600 });
  return place;
};
