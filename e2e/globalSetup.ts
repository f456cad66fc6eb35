import { startProductBehindNginx } from '../scripts/nginx/startProductBehindNginx.ts';
import { startSandboxProduct } from '../scripts/startSandboxProduct.ts';

/**
 * Starts the built product with its sandbox once for all browser tests: behind nginx, as people have it, unless
 * `E2E_NGINX=false` says that there is none.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const product = await (process.env['E2E_NGINX'] === 'false' ? startSandboxProduct() : startProductBehindNginx());
  process.env['E2E_URL'] = product.url;
  process.env['E2E_SANDBOX_URL'] = product.sandboxUrl;
  return () => product.stop();
}
