import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '#testing/sandbox/sandbox.ts';
import { freePort } from '#testing/freePort.ts';
import { createSite, startProduct } from '#testing/startProduct.ts';
import { startHostilePlatforms } from './startHostilePlatforms.ts';
import type { HostilePlatforms } from './startHostilePlatforms.ts';
import { createServerDatabase } from '#testing/database/openTestDatabase.ts';
import { removeFolder } from '#testing/removeFolder.ts';
import { startTogether } from '#testing/startTogether.ts';

export type ProductBetweenPlatforms = {
  /** Address of the web role. */
  url: string;
  platforms: HostilePlatforms;
  /** Whether no job is due or active and no lead event is open. */
  isIdle(): Promise<boolean>;
  stop(): Promise<void>;
};

const underWay = /^leadlight_(?:queue_jobs\{.*state="(?:due|active)".*\}|lead_events_open) (\d+)$/gm;

/** @throws if the metrics have no values of the database */
const countUnderWay = async (apiUrl: string): Promise<number> => {
  const text = await (await fetch(`${apiUrl}/metrics`)).text();
  if (!text.includes('leadlight_lead_events_open ')) throw new Error('the metrics have no values of the database');
  return [...text.matchAll(underWay)].reduce((sum, [, count]) => sum + Number(count), 0);
};

/** A separate built product. The test records and answers all its calls to platforms. */
export const startBetweenPlatforms = (): Promise<ProductBetweenPlatforms> =>
  startTogether(async (onStop) => {
    const platforms = await startHostilePlatforms();
    onStop(() => platforms.close());
    const port = await freePort();
    const sandbox = await startSandbox({ port, url: platforms.url });
    onStop(() => sandbox.close());
    platforms.forwardTo(`http://127.0.0.1:${port}`);
    const folder = await mkdtemp(join(tmpdir(), 'll-platforms-'));
    onStop(() => removeFolder(folder));
    const database = await createServerDatabase();
    onStop(() => database.drop());
    const site = await createSite({
      folder,
      databaseUrl: database.url,
      environment: sandbox.environment,
      env: { TRUST_PROXY: '2' },
    });
    const product = await startProduct(site);
    onStop(() => product.end('SIGTERM'));
    return {
      url: site.url,
      platforms,
      isIdle: async () => (await countUnderWay(site.apiUrl)) === 0,
    };
  });
