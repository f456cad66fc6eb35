import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#server/testing/freePort.ts';
import { startSettings } from '../scripts/faults/startSettings.ts';
import { startProduct } from '../scripts/startProduct.ts';

export type ShippedOptions = {
  /** Several with commas between; all of them unless named. */
  roles?: string;
  /** A PostgreSQL server; without it the embedded database. */
  databaseUrl?: string;
  /** A folder that stays; without it one of its own that goes with the product. */
  dataDir?: string;
  env?: Record<string, string>;
};

export type Shipped = {
  /** Of the web role, by the loopback address: a name would have to be looked up for each connection. */
  url: string;
  apiUrl: string;
  pid: number;
  stop: () => Promise<void>;
};

/** Processes that share a database share its key. */
const encryptionKey = randomBytes(32).toString('base64');

/** Starts the built product as `npm start` does, with node's flags for its memory, and waits until it is ready. */
export const startShipped = async ({
  roles,
  databaseUrl,
  dataDir,
  env = {},
}: ShippedOptions = {}): Promise<Shipped> => {
  const [port, apiPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'll-bench-')));
  const removeFolder = () => (dataDir === undefined ? rm(folder, { recursive: true, force: true }) : undefined);
  const settings = {
    NODE_ENV: 'production',
    ...startSettings.env,
    PORT: String(port),
    API_PORT: String(apiPort),
    PUBLIC_URL: url,
    DATA_DIR: folder,
    ENCRYPTION_KEY: encryptionKey,
    LOG_LEVEL: 'warn',
    ...(roles === undefined ? {} : { ROLES: roles }),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...env,
  };
  try {
    const product = await startProduct(settings, [], startSettings.flags);
    const { pid } = product.process;
    if (pid === undefined) throw new Error('The product has no process');
    return {
      url,
      apiUrl: `http://127.0.0.1:${apiPort}`,
      pid,
      stop: async () => {
        await product.stop();
        await removeFolder();
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
};
