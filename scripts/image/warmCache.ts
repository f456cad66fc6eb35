import { chmod, chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSettings } from './startSettings.ts';
import type { ImageUser } from './imageUser.ts';
import { startImage } from './startImage.ts';

type Options = { user?: ImageUser | undefined; execPath?: string | undefined };

/**
 * Starts the program of an assembled folder once, so that its compiled code lies there and a container, which cannot write
 * it, starts in half the time. Node keeps such code by version, flags, processor and user: all have to be those of the
 * container, else it compiles anew.
 */
export const warmCache = async (folder: string, { user, execPath }: Options): Promise<void> => {
  const cache = join(folder, startSettings.env['NODE_COMPILE_CACHE'] ?? '');
  const dataDir = await mkdtemp(join(tmpdir(), 'll-warm-'));
  await mkdir(cache, { recursive: true });
  try {
    if (user) for (const path of [cache, dataDir]) await chown(path, user.uid, user.gid);
    // With the sandbox, so that a demo starts fast as well.
    const ports = { PORT: '0', API_PORT: '0', SANDBOX_PORT: '0' };
    const env = { ...ports, SANDBOX: 'true', DATA_DIR: dataDir, LOG_LEVEL: 'error' };
    const image = await startImage(folder, { env, user, execPath });
    await image.stop();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  // Node makes them for their writer only; from now on they are for everybody to read.
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
