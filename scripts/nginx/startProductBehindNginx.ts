import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#server/testing/freePort.ts';
import { removeFolder } from '#server/testing/removeFolder.ts';
import { startSandboxProduct } from '../startSandboxProduct.ts';
import type { SandboxProduct } from '../startSandboxProduct.ts';
import { startNginx } from './startNginx.ts';
import type { NginxOptions, RunningNginx } from './startNginx.ts';

export type ProductBehindNginx = SandboxProduct & {
  nginx: RunningNginx;
  /** Address of the web role itself, which only nginx should know. */
  webUrl: string;
  /** Ends the product alone and starts another one in its place, with an empty database. */
  restart(whileAway: () => Promise<void>): Promise<void>;
};

/** The built product with its sandbox as an install has it: behind the project's nginx, on free ports. */
export const startProductBehindNginx = async (
  options: Pick<NginxOptions, 'limits' | 'tls' | 'snippets'> = {},
): Promise<ProductBehindNginx> => {
  const [port, webPort] = await Promise.all([freePort(), freePort()]);
  const start = () =>
    startSandboxProduct({
      PORT: String(webPort),
      PUBLIC_URL: `http://localhost:${port}`,
      TRUST_PROXY: '2',
    });
  const folder = await mkdtemp(join(tmpdir(), 'll-edge-'));
  const nginx = await startNginx({ ...options, folder, port, web: [`127.0.0.1:${webPort}`] }).catch(
    async (error: unknown) => {
      await removeFolder(folder);
      throw error;
    },
  );
  const endNginx = async () => {
    await nginx.end();
    await removeFolder(folder);
  };
  let product = await start().catch(async (error: unknown) => {
    await endNginx();
    throw error;
  });
  return {
    nginx,
    url: product.url,
    get apiUrl() {
      return product.apiUrl;
    },
    get sandboxUrl() {
      return product.sandboxUrl;
    },
    get dataDir() {
      return product.dataDir;
    },
    webUrl: `http://127.0.0.1:${webPort}`,
    restart: async (whileAway) => {
      await product.stop();
      await whileAway();
      product = await start();
    },
    stop: async () => {
      await product.stop();
      await endNginx();
    },
  };
};
