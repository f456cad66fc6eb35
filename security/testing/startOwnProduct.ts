import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import { withDatabase } from '#testing/database/withDatabase.ts';
import { createSite, startProduct } from '#testing/startProduct.ts';
import { createServerDatabase } from '#testing/database/openTestDatabase.ts';
import { removeFolder } from '#testing/removeFolder.ts';
import { startTogether } from '#testing/startTogether.ts';

export type OwnProduct = {
  webUrl: string;
  sandboxUrl: string;
  /** Reads its database. */
  readStored<T>(read: (database: OpenDatabase) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
};

/** A built product with a sandbox and an empty database, for attacks that exhaust it or search its data. */
export const startOwnProduct = (): Promise<OwnProduct> =>
  startTogether(async (onStop) => {
    const folder = mkdtempSync(join(tmpdir(), 'll-attack-'));
    onStop(() => removeFolder(folder));
    const database = await createServerDatabase();
    onStop(() => database.drop());
    const site = await createSite({
      folder,
      databaseUrl: database.url,
      sandbox: true,
      env: { TRUST_PROXY: '2' },
    });
    const product = await startProduct(site);
    onStop(() => product.end('SIGTERM'));
    return {
      webUrl: site.url,
      sandboxUrl: site.sandboxUrl,
      readStored: (read) => withDatabase({ databaseUrl: database.url }, read),
    };
  });
