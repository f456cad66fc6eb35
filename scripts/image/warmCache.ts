import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEnv } from './startSettings.ts';
import { startImage } from './startImage.ts';
import type { imageUser } from './startImage.ts';

type Options = { user?: typeof imageUser | undefined; execPath?: string | undefined };

/**
 * Starts the program of an assembled folder once to fill its compile cache. A container cannot write the cache, and starts
 * twice as fast with it. Node's cache depends on version, flags, processor and user, so all have to match the container's.
 */
export const warmCache = async (folder: string, { user, execPath }: Options): Promise<void> => {
  const cache = join(folder, startEnv['NODE_COMPILE_CACHE'] ?? '');
  const dataDir = await mkdtemp(join(tmpdir(), 'll-warm-'));
  await mkdir(cache, { recursive: true });
  try {
    if (user) for (const path of [cache, dataDir]) await chown(path, user.uid, user.gid);
    // With the sandbox, so that the demo starts fast too.
    const ports = { PORT: '0', API_PORT: '0', SANDBOX_PORT: '0' };
    const env = { ...ports, SANDBOX: 'true', DATA_DIR: dataDir, LOG_LEVEL: 'error' };
    const image = await startImage(folder, { env, user, execPath });
    await image.stop();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  // Node makes the files readable only for their owner.
  const entries = await readdir(cache, { recursive: true, withFileTypes: true });
  const files = entries.map((entry) => ({
    path: join(entry.parentPath, entry.name),
    mode: entry.isFile() ? 0o644 : 0o755,
  }));
  for (const { path, mode } of [{ path: cache, mode: 0o755 }, ...files]) {
    if (user) await chown(path, 0, 0);
    await chmod(path, mode);
  }
};
