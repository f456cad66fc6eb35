import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#server/testing/freePort.ts';
import { startProduct } from '../scripts/startProduct.ts';

/** Starts the built product with its sandbox once for all browser tests, on free ports and an empty database. */
export default async function globalSetup(): Promise<() => Promise<void>> {
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
  });
  process.env['E2E_URL'] = product.url;
  process.env['E2E_SANDBOX_URL'] = `http://localhost:${sandboxPort}`;
  return async () => {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
