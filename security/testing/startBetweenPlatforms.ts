import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '#server/sandbox/startSandbox.ts';
import { freePort } from '#server/testing/freePort.ts';
import { createSite, startProduct } from '../../scripts/faults/startProduct.ts';
import { startHostilePlatforms } from './startHostilePlatforms.ts';
import type { HostilePlatforms } from './startHostilePlatforms.ts';
import { createOwnDatabase } from './ownDatabase.ts';
import { startTogether } from './startTogether.ts';

export type ProductBetweenPlatforms = {
  /** The web role, as nginx would forward to it. */
  url: string;
  platforms: HostilePlatforms;
  stop(): Promise<void>;
};

/** A built product of a test's own, all of whose calls to platforms the test hears and answers. */
export const startBetweenPlatforms = (env: Record<string, string> = {}): Promise<ProductBetweenPlatforms> =>
  startTogether(async (onStop) => {
    const platforms = await startHostilePlatforms();
    onStop(() => platforms.close());
    const port = await freePort();
    const sandbox = await startSandbox({ port, url: platforms.url });
    onStop(() => sandbox.close());
    platforms.playFor(`http://127.0.0.1:${port}`);
    const folder = await mkdtemp(join(tmpdir(), 'll-platforms-'));
    onStop(() => rm(folder, { recursive: true, force: true }));
    const database = await createOwnDatabase();
    onStop(() => database.drop());
    const site = await createSite({
      folder,
      databaseUrl: database.url,
      environment: sandbox.environment,
      env: { TRUST_PROXY: '2', ...env },
    });
    const product = await startProduct(site);
    onStop(() => product.end('SIGTERM'));
    return { url: site.url, platforms };
  });
