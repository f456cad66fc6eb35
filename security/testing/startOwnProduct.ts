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
  /** Sets its clock so far ahead of the real one; timers go on as they are. */
  moveClock(minutes: number): Promise<void>;
  /** Looks into its database. */
  readStored<T>(read: (database: OpenDatabase) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
};

/** The shifted clock looks at its file this often. */
const clockLookMs = 20;

/** The built product with its sandbox and an empty database, for attacks that move its clock, exhaust it or search what it stores. */
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
        // Whatever asks for the time after that looks at the file again.
        await sleep(2 * clockLookMs);
      },
      readStored: (read) => withDatabase({ databaseUrl: database.url }, read),
    };
  });
