import type { TestProject } from 'vitest/node';
import { startProductBehindNginx } from '../../scripts/nginx/startProductBehindNginx.ts';

/** The built product as strangers meet it, once for all attacks; one that needs other settings starts its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProductBehindNginx();
  const { url, webUrl, apiUrl, sandboxUrl, dataDir } = product;
  project.provide('target', { url, webUrl, apiUrl, sandboxUrl, dataDir });
  return () => product.stop();
}
