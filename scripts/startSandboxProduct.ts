import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#server/testing/freePort.ts';
import { removeFolder } from '#server/testing/removeFolder.ts';
import { startProduct } from './startProduct.ts';

export type SandboxProduct = {
  url: string;
  /** The API role itself, which only web should know. */
  apiUrl: string;
  sandboxUrl: string;
  dataDir: string;
  stop(): Promise<void>;
};

/** Starts the built product with its sandbox, on free ports and an empty database that goes with it. */
export const startSandboxProduct = async (env: Record<string, string> = {}): Promise<SandboxProduct> => {
  const [port, apiPort, sandboxPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const dataDir = await mkdtemp(join(tmpdir(), 'll-e2e-'));
  const product = await startProduct({
    NODE_ENV: 'production',
    SANDBOX: 'true',
    PORT: String(port),
    API_PORT: String(apiPort),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'error',
    ...env,
  });
  return {
    url: product.url,
    apiUrl: `http://127.0.0.1:${apiPort}`,
    dataDir,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    stop: async () => {
      await product.stop();
      await removeFolder(dataDir);
    },
  };
};
