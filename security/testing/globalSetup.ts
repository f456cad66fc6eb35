import type { TestProject } from 'vitest/node';
import { startBehindNginx } from '#testing/startBehindNginx.ts';
import { startTogether } from '#testing/startTogether.ts';

/**
 * The built product as strangers meet it, once for all attacks. An attack that needs other settings starts a product of its own on
 * a database of the run's PostgreSQL server.
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
