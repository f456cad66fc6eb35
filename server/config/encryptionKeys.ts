import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from './env.ts';

/** Name of the file below `DATA_DIR`. */
export const encryptionKeyFile = 'encryption.key';

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** The key in the file, or null where there is none yet. */
const readKeyFile = async (path: string): Promise<string | null> => {
  try {
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0) {
      throw new Error(`${path} can be read by others than its owner: run chmod 600 ${path}, then consider a new key`);
    }
    const key = (await readFile(path, 'utf8')).trim();
    if (Buffer.from(key, 'base64').length !== 32) {
      throw new Error(`${path} does not hold a key (32 bytes in base64): put back the right file from your backup`);
    }
    return key;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
};

/** Writes a new key beside the file and links it into place, so that nobody ever reads half a key and the first one wins. */
const createKeyFile = async (path: string): Promise<void> => {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${randomBytes(32).toString('base64')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
};

/**
 * The keys that protect stored tokens, each 32 bytes in base64; the first one encrypts, all of them decrypt. They come
 * from `ENCRYPTION_KEY`, else from a file that is made once in `DATA_DIR`.
 * @throws when the file is damaged or open to other users of the machine
 */
export const loadEncryptionKeys = async (env: Pick<Env, 'ENCRYPTION_KEY' | 'DATA_DIR'>): Promise<string[]> => {
  if (env.ENCRYPTION_KEY) return env.ENCRYPTION_KEY.split(',').map((key) => key.trim());
  const path = join(env.DATA_DIR, encryptionKeyFile);
  const present = await readKeyFile(path);
  if (present !== null) return [present];
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 });
  await createKeyFile(path);
  const created = await readKeyFile(path);
  if (created === null) throw new Error(`${path} went away right after it was made`);
  return [created];
};
