import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './freePort.ts';
import { removeFolder } from './removeFolder.ts';
import { startNginx } from './nginx/startNginx.ts';
import type { NginxOptions, RunningNginx } from './nginx/startNginx.ts';
import { startProduct } from './startProduct.ts';
import { startTogether } from './startTogether.ts';
import type { Product } from './startProduct.ts';

export type ProductBehindNginx = Pick<Product, 'url' | 'apiUrl' | 'sandboxUrl' | 'dataDir' | 'stop'> & {
  nginx: RunningNginx;
  /** Address of the web role itself. Only nginx should use it. */
  webUrl: string;
  /** Replaces the product with a new one that has an empty database; nginx keeps running. */
  restart(whileAway: () => Promise<void>): Promise<void>;
};

/** The built product with its sandbox, behind the project's nginx as in an install, on free ports. */
export const startBehindNginx = (
  options: Pick<NginxOptions, 'limits' | 'tls' | 'snippets'> = {},
): Promise<ProductBehindNginx> =>
  startTogether(async (onStop) => {
    const [port, webPort] = await Promise.all([freePort(), freePort()]);
    const url = `http://localhost:${port}`;
    const folder = await mkdtemp(join(tmpdir(), 'll-edge-'));
    onStop(() => removeFolder(folder));
    const nginx = await startNginx({ ...options, folder, port, web: [`127.0.0.1:${webPort}`] });
    onStop(() => nginx.end());
    const env = { PUBLIC_URL: url, TRUST_PROXY: '2' };
    const start = () => startProduct({ sandbox: true, port: webPort, env }, { output: 'inherit' });
    let product = await start();
    onStop(() => product.stop());
    return {
      nginx,
      url,
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
      restart: async (whileAway: () => Promise<void>) => {
        await product.stop();
        await whileAway();
        product = await start();
      },
    };
  });
