import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import { withDatabase } from '#testing/database/withDatabase.ts';
import { createSite, startProduct } from '#testing/startProduct.ts';
import { createServerDatabase } from '#testing/database/openTestDatabase.ts';
import { removeFolder } from '#testing/removeFolder.ts';
import { startTogether } from '#testing/startTogether.ts';

export type OwnProduct = {
  webUrl: string;
  sandboxUrl: string;
  /** Sets its clock ahead of the real one. Timers are not affected. */
  moveClock(minutes: number): Promise<void>;
  /** Reads its database. */
  readStored<T>(read: (database: OpenDatabase) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
};

/** The interval at which the shifted clock reads its file. */
const clockCheckMs = 20;

/** A built product with a sandbox and an empty database, for attacks that shift its clock, exhaust it or search its data. */
export const startOwnProduct = (env: Record<string, string> = {}): Promise<OwnProduct> =>
  startTogether(async (onStop) => {
    const folder = mkdtempSync(join(tmpdir(), 'll-attack-'));
    onStop(() => removeFolder(folder));
    const database = await createServerDatabase();
    onStop(() => database.drop());
    const site = await createSite({
      folder,
      databaseUrl: database.url,
      sandbox: true,
      env: { TRUST_PROXY: '2', ...env },
    });
    writeFileSync(site.files.clock, '0');
    const product = await startProduct(site, { shiftsClock: true });
    onStop(() => product.end('SIGTERM'));
    return {
      webUrl: site.url,
      sandboxUrl: site.sandboxUrl,
      moveClock: async (minutes) => {
        writeFileSync(site.files.clock, String(minutes * 60_000));
        // After this, the product's clock has read the file again.
        await sleep(2 * clockCheckMs);
      },
      readStored: (read) => withDatabase({ databaseUrl: database.url }, read),
    };
  });
