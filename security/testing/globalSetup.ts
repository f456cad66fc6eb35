import type { TestProject } from 'vitest/node';
import { startBehindNginx } from '#testing/startBehindNginx.ts';
import { startTogether } from '#testing/startTogether.ts';

/**
 * Starts the built product once for all attacks. An attack that needs other settings starts its own product, with a database
 * on the run's PostgreSQL server.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop } = await startTogether(async (onStop) => {
    const product = await startBehindNginx();
    onStop(() => product.stop());
    const { url, webUrl, apiUrl, sandboxUrl, dataDir } = product;
    project.provide('target', { url, webUrl, apiUrl, sandboxUrl, dataDir });
    return {};
  });
  return stop;
}
