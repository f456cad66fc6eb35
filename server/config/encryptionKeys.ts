import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Env } from './env.ts';
import { makeFolder } from '#server/lib/makeFolder.ts';

/** Name of the file in `DATA_DIR`: one key per line. The first one encrypts. */
export const encryptionKeyFile = 'encryption.key';

type KeySource = Pick<Env, 'ENCRYPTION_KEY' | 'DATA_DIR'>;

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** 32 random bytes in base64. */
export const newEncryptionKey = (): string => randomBytes(32).toString('base64');

export const keyFilePath = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): string => join(DATA_DIR, encryptionKeyFile);

/** The keys in the file, or null if there is no file yet. */
const readKeyFile = async (path: string): Promise<string[] | null> => {
  try {
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0) {
      throw new Error(`${path} can be read by other users: run chmod 600 ${path}, then consider a new key`);
    }
    const keys = (await readFile(path, 'utf8')).trim().split(/\s+/);
    if (!keys.every((key) => Buffer.from(key, 'base64').length === 32)) {
      throw new Error(`${path} does not hold a key (32 bytes in base64): restore the right file from your backup`);
    }
    return keys;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
};

/** Writes a draft next to `path`, which `place` then moves there: a reader never sees half a file. */
const putKeyFile = async (
  path: string,
  keys: readonly string[],
  place: (draft: string) => Promise<void>,
): Promise<void> => {
  await makeFolder(dirname(path));
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(keys.map((key) => `${key}\n`).join(''));
      await file.sync();
    } finally {
      await file.close();
    }
    await place(draft);
  } finally {
    await rm(draft, { force: true });
  }
};

/** Creates the key file if there is none. If several processes start at once, the first one wins. */
const createKeyFile = (path: string): Promise<void> =>
  putKeyFile(path, [newEncryptionKey()], (draft) =>
    link(draft, path).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    }),
  );

/** Replaces the key file with one that has these keys. */
export const replaceKeyFile = (env: Pick<Env, 'DATA_DIR'>, keys: readonly string[]): Promise<void> => {
  const path = keyFilePath(env);
  return putKeyFile(path, keys, (draft) => rename(draft, path));
};

/**
 * The configured keys; empty if there are none. Never creates a key.
 * @throws when the file is damaged or other users of the machine can read it
 */
export const findEncryptionKeys = async (env: KeySource): Promise<string[]> =>
  env.ENCRYPTION_KEY
    ? env.ENCRYPTION_KEY.split(',').map((key) => key.trim())
    : ((await readKeyFile(keyFilePath(env))) ?? []);

/**
 * The keys that protect stored tokens, each 32 bytes in base64. The first one encrypts, all of them decrypt. They come
 * from `ENCRYPTION_KEY`, or else from a file in `DATA_DIR` that the first start creates.
 * @throws when the file is damaged or other users of the machine can read it
 */
export const loadEncryptionKeys = async (env: KeySource): Promise<string[]> => {
  const present = await findEncryptionKeys(env);
  if (present.length > 0) return present;
  const path = keyFilePath(env);
  await createKeyFile(path);
  const created = await readKeyFile(path);
  if (created === null) throw new Error(`${path} was deleted right after it was created`);
  return created;
};
