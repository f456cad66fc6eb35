import { startBehindNginx } from '#testing/startBehindNginx.ts';
import { startProduct } from '#testing/startProduct.ts';

/**
 * Starts the built product with its sandbox once for all browser tests: behind nginx, as people have it, unless
 * `E2E_NGINX=false` says that there is none.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const product = await (process.env['E2E_NGINX'] === 'false'
    ? startProduct({ sandbox: true }, { output: 'inherit' })
    : startBehindNginx());
  process.env['E2E_URL'] = product.url;
  process.env['E2E_SANDBOX_URL'] = product.sandboxUrl;
  return () => product.stop();
}
