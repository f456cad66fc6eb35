import { startSandboxProduct } from '../scripts/startSandboxProduct.ts';

/** Starts the built product with its sandbox once for all browser tests. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const product = await startSandboxProduct();
  process.env['E2E_URL'] = product.url;
  process.env['E2E_SANDBOX_URL'] = product.sandboxUrl;
  return () => product.stop();
}
