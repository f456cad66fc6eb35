import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { createSite, startProduct } from '#testing/startProduct.ts';
import { startSandbox } from '#testing/sandbox/startSandbox.ts';
import { createServerDatabase } from '#testing/database/openTestDatabase.ts';
import { removeFolder } from '#testing/removeFolder.ts';
import { startTogether } from '#testing/startTogether.ts';

const inspect = z.object({
  looked: z.literal(true),
  rssBytes: z.number(),
  usedBytes: z.number(),
  peakBytes: z.number(),
  inherited: z.array(z.string()),
});

export type WatchedProduct = {
  /** Address of the web role. */
  url: string;
  sandboxUrl: string;
  /**
   * The memory of its process now and at its peak since the last call, the part of it that objects and buffers use, and
   * any additions to built-in prototypes.
   */
  inspect(): Promise<z.output<typeof inspect>>;
  stop(): Promise<void>;
};

/** The built product, whose process an attack can inspect. Its sandbox runs in a separate process. */
export const startWatchedProduct = (env: Record<string, string> = {}): Promise<WatchedProduct> =>
  startTogether(async (onStop) => {
    const folder = await mkdtemp(join(tmpdir(), 'll-watched-'));
    onStop(() => removeFolder(folder));
    const sandbox = await startSandbox();
    onStop(() => sandbox.stop());
    const database = await createServerDatabase();
    onStop(() => database.drop());
    const site = await createSite({
      folder,
      databaseUrl: database.url,
      environment: sandbox.environment,
      env: {
        NODE_OPTIONS: `--expose-gc --import ${new URL('./watchProcess.ts', import.meta.url).href}`,
        TRUST_PROXY: '2',
        LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'error',
        ...env,
      },
    });
    const product = await startProduct(site);
    onStop(() => product.stop());
    return {
      url: site.url,
      sandboxUrl: sandbox.url,
      inspect: () =>
        new Promise((resolve) => {
          const hear = (message: unknown): void => {
            const report = inspect.safeParse(message);
            if (!report.success) return;
            product.process.off('message', hear);
            resolve(report.data);
          };
          product.process.on('message', hear);
          product.process.send('inspect');
        }),
    };
  });
